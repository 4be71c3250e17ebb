import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  guides: 'Anleitungen',
  otherGuides: 'Weitere Anleitungen',
  back: 'Zurück',
  unknownGuide: 'Anleitung nicht gefunden',
  unknownGuideText: 'Unter dieser Adresse gibt es keine Anleitung. Das sind alle:',

  liveLink: 'So kommst du zu einem Live-Link',
  liveLinkIntro:
    'Mit einem Live-Link öffnen alle dein Projekt im Browser, ohne etwas zu installieren. Admins öffnen ihn als Erstes, er entscheidet also, wie dein Projekt gesehen wird.',
  liveLinkHost: 'Such dir einen Anbieter aus',
  liveLinkHostText:
    'Eine Seite ohne eigenen Server (HTML, CSS und JavaScript oder das Ergebnis eines Builds) läuft kostenlos bei GitHub Pages, Cloudflare Pages, Netlify oder Vercel. Verbinde dein Repository einmal; danach veröffentlicht jeder Push von selbst die neueste Fassung. Ein Projekt mit Server oder Datenbank braucht einen Anbieter, der Programme ausführt, etwa Render, Fly.io oder Railway. Halte es klein: An den meisten Tagen der Challenge brauchst du gar keinen Server.',
  liveLinkPublish: 'Veröffentliche früh',
  liveLinkPublishText:
    'Veröffentliche eine leere Seite, bevor du Code schreibst. Stimmt etwas mit dem Build nicht, merkst du es in den ersten zehn Minuten und nicht in den letzten. Bleibt eine Seite bei GitHub Pages leer, liegt es meist an den Pfaden ihrer Dateien: Sie müssen mit dem Namen des Repositorys beginnen.',
  liveLinkCheck: 'Prüfe ihn wie eine fremde Person',
  liveLinkCheckText:
    'Öffne den Link in einem privaten Fenster und einmal auf dem Handy. Er muss mit https:// beginnen und darf keine Anmeldung verlangen. Adressen wie localhost oder 192.168.1.20 funktionieren nur bei dir. Kostenlose Server schlafen ein: Schreib in die Beschreibung, dass der erste Aufruf eine Minute dauern kann. Lass das Projekt online, bis es geprüft und bewertet ist.',

  repository: 'Was ein gutes Repository ausmacht',
  repositoryIntro:
    'Dein Repository zeigt, wie du arbeitest. Codequalität ist eines der fünf Kriterien, und wer sie bewertet, hat nur ein paar Minuten. Hilf dabei, sich zurechtzufinden.',
  repositoryReadme: 'Schreib eine kurze Readme',
  repositoryReadmeText:
    'Vier Dinge genügen: was das Projekt tut, in einem Satz, der Live-Link, wie man es startet und was du als Nächstes tun würdest. Gib die Befehle so an, wie man sie eintippt, und probiere sie einmal in einem leeren Ordner aus. Nenne Bibliotheken und Vorlagen, die du verwendet hast: Die Arbeit muss deine eigene sein, und dazu gehört zu sagen, was nicht von dir ist.',
  repositoryClean: 'Lass weg, was niemand liest',
  repositoryCleanText:
    'Eine .gitignore hält node_modules, Build-Ergebnisse und Einstellungen des Editors fern. Committe nie Passwörter, Schlüssel oder Tokens. Ist doch einer hineingeraten, genügt es nicht, die Zeile zu löschen, denn die Historie behält sie: Mach den Schlüssel dort ungültig, wo du ihn bekommen hast, und erzeuge einen neuen.',
  repositoryStructure: 'Mach es leicht lesbar',
  repositoryStructureText:
    'Gib Dateien und Funktionen Namen, die sagen, was sie tun, und entferne Code, den du nicht mehr brauchst. Mehrere kleine Commits mit je einer Nachricht wie „Punktestand nach dem Neuladen behalten“ erzählen mehr als eine einzige „finale Version“. Ein Repository für alle dreißig Tage ist in Ordnung: Gib jedem Tag einen Ordner und reiche die Adresse dieses Ordners ein.',
  repositoryPublic: 'Mach es öffentlich',
  repositoryPublicText:
    'Öffne den Link in einem privaten Fenster. Siehst du „404“, ist das Repository noch privat, und niemand kann deinen Code bewerten.',

  screenshot: 'Ein klarer Screenshot',
  screenshotIntro:
    'Der Screenshot steht auf der Rangliste, in der Community und in geteilten Links für dein Projekt. Die meisten sehen ihn, bevor sie etwas öffnen.',
  screenshotMoment: 'Zeig das Projekt in Aktion',
  screenshotMomentText:
    'Wähle den Moment, der das Projekt erklärt: eine fertige Zeichnung, eine gefüllte Liste, ein Spiel mittendrin. Leere Formulare und Ladeanzeigen sagen wenig. Verwende Beispiele, die echt aussehen, aber keine Namen und Adressen echter Menschen.',
  screenshotFrame: 'Nimm nur die Seite auf',
  screenshotFrameText:
    'Lass Tabs, Lesezeichen und den Schreibtisch weg. Öffne in Chrome und Edge die Entwicklertools, drück Strg + Umschalt + P (auf dem Mac Cmd + Umschalt + P), tippe „Screenshot“ und wähle „Screenshot aufnehmen“. Drück in Firefox Strg + Umschalt + S. Ein Fenster von etwa 1.280 mal 720 Pixeln passt zu den Karten, denn ihre Bilder sind breit: Was zählt, gehört in die Mitte.',
  screenshotReadable: 'Achte auf Lesbarkeit',
  screenshotReadableText:
    'Karten sind klein. Vergrößere die Seite auf 125 oder 150 Prozent, bevor du den Screenshot aufnimmst, damit Überschriften lesbar bleiben. Was auf deinem Handy zu klein ist, ist auf einer Karte zu klein.',
  screenshotFile: 'Speichere die richtige Datei',
  screenshotFileText:
    'PNG eignet sich am besten für Seiten, JPEG für Fotos, und WebP ist kleiner als beide. Die Datei darf höchstens 2 MB haben. Ist sie größer, speichere sie als WebP oder verkleinere das Fenster und nimm sie neu auf: Wird ein Bild nachträglich verkleinert, verschwimmt sein Text. Du kannst den Screenshot ersetzen, bis dein Projekt freigegeben ist.',
}
