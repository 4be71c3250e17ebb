import type { BriefTexts } from './brief-texts.ts'

export const briefs: readonly BriefTexts[] = [
  {
    day: 1,
    title: 'Profilkarte',
    description:
      'Stell dich auf einer Karte vor: ein Bild, ein paar Worte und die Orte, an denen man dich findet.',
    requirements: [
      'Ein Bild, ein Name und zwei Sätze',
      'Links zu mindestens zwei Orten',
      'Sieht auf dem Telefon und auf einem breiten Bildschirm richtig aus',
      'Text ist auf seinem Hintergrund gut lesbar',
    ],
  },
  {
    day: 2,
    title: 'Trinkgeldrechner',
    description:
      'Teile eine Rechnung gerecht auf. Gib die Summe ein, wähle einen Anteil für die Bedienung und sag, wie viele ihr seid.',
    requirements: [
      'Rechnung, Trinkgeld in Prozent und Anzahl der Personen lassen sich ändern',
      'Trinkgeld und Summe pro Person folgen jeder Änderung',
      'Leere und falsche Eingaben werden neben dem Feld erklärt',
      'Beträge haben zwei Nachkommastellen',
    ],
  },
  {
    day: 3,
    title: 'Farbpalette',
    description:
      'Stelle fünf Farben zusammen, die zueinander passen, behalte die, die dir gefallen, und lass die übrigen ersetzen.',
    requirements: [
      'Fünf Farben mit ihren Codes',
      'Eine Farbe lässt sich festhalten, während die anderen wechseln',
      'Ein Druck kopiert den Code und meldet es',
      'Jeder Code ist auf seiner Farbe lesbar',
    ],
  },
  {
    day: 4,
    title: 'Einheitenrechner',
    description: 'Rechne Meter in Fuß, Kilogramm in Pfund und Celsius in Fahrenheit um, in beide Richtungen.',
    requirements: [
      'Länge, Gewicht und Temperatur',
      'Eingaben sind auf beiden Seiten möglich',
      'Einheiten lassen sich mit einem Druck tauschen',
      'Ergebnisse sind sinnvoll gerundet',
    ],
  },
  {
    day: 5,
    title: 'Countdown',
    description: 'Zähle die Tage, Stunden, Minuten und Sekunden bis zu einem Datum, auf das du dich freust.',
    requirements: [
      'Datum und Name sind wählbar',
      'Die Zeit stimmt auch, nachdem der Tab geschlafen hat',
      'Bei null passiert etwas',
      'Die Auswahl bleibt nach dem Neuladen erhalten',
    ],
  },
  {
    day: 6,
    title: 'Aufgabenliste',
    description:
      'Die Liste, die alle einmal bauen, richtig gebaut: hinzufügen, abhaken, umbenennen, entfernen und zurückholen.',
    requirements: [
      'Aufgaben lassen sich hinzufügen, abhaken, umbenennen und entfernen',
      'Filter für alle, offene und erledigte',
      'Eine entfernte Aufgabe lässt sich zurückholen',
      'Die Liste bleibt nach dem Neuladen erhalten',
      'Alles lässt sich mit der Tastatur bedienen',
    ],
  },
  {
    day: 7,
    title: 'Fotogalerie',
    description: 'Zeige ein Dutzend Fotos in einem Raster und öffne eines groß, um es genauer zu sehen.',
    requirements: [
      'Mindestens zwölf Bilder in einem Raster, das auf den Bildschirm passt',
      'Ein Bild öffnet sich groß und schließt sich mit Escape',
      'Pfeiltasten führen zum nächsten und zum vorherigen Bild',
      'Jedes Bild hat eine Beschreibung für alle, die es nicht sehen können',
    ],
  },
  {
    day: 8,
    title: 'Hilfeseite',
    description: 'Fragen und Antworten zum Auf- und Zuklappen, mit einer Suche, die die richtige findet.',
    requirements: [
      'Mindestens acht Fragen in drei Gruppen',
      'Antworten lassen sich mit Maus und Tastatur auf- und zuklappen',
      'Die Suche findet Wörter in Fragen und Antworten',
      'Jede Antwort hat eine Adresse, die sich teilen lässt',
    ],
  },
  {
    day: 9,
    title: 'Quiz',
    description: 'Zehn Fragen gegen die Uhr, mit einem ehrlichen Ergebnis am Ende.',
    requirements: [
      'Zehn Fragen, jedes Mal in neuer Reihenfolge',
      'Die Zeit pro Frage ist zu sehen und zählt',
      'Das Ergebnis zeigt, was richtig war und was nicht',
      'Das beste Ergebnis wird gespeichert',
    ],
  },
  {
    day: 10,
    title: 'Wetterübersicht',
    description:
      'Zeige das Wetter eines Ortes, jetzt und an den kommenden Tagen, aus einer öffentlichen API.',
    requirements: [
      'Orte lassen sich suchen',
      'Jetzt und mindestens fünf Tage im Voraus',
      'Laden, Fehler und „Ort nicht gefunden“ werden angezeigt',
      'Einheiten lassen sich umschalten',
      'Der letzte Ort wird gespeichert',
    ],
  },
  {
    day: 11,
    title: 'Ausgabenbuch',
    description: 'Halte fest, was du ausgibst, und sieh, wo dein Geld im Monat geblieben ist.',
    requirements: [
      'Betrag, Datum, Notiz und Kategorie pro Ausgabe',
      'Summen pro Monat und pro Kategorie',
      'Ein Diagramm, das aus den Daten gezeichnet wird',
      'Ausgaben lassen sich ändern und entfernen',
    ],
  },
  {
    day: 12,
    title: 'Markdown-Notizen',
    description: 'Schreibe links Notizen in Markdown und lies sie rechts.',
    requirements: [
      'Überschriften, Listen, Links, Code und Hervorhebungen',
      'Die Vorschau folgt der Eingabe',
      'Mehrere Notizen, die sich suchen lassen',
      'Eingefügtes HTML richtet keinen Schaden an',
    ],
  },
  {
    day: 13,
    title: 'Rezeptsuche',
    description:
      'Was lässt sich mit dem kochen, was in der Küche ist? Suche nach Zutaten und koche nach einer übersichtlichen Seite.',
    requirements: [
      'Suche nach einer oder mehreren Zutaten',
      'Eine Rezeptseite mit Schritten und Mengen',
      'Die Mengen folgen der Zahl der Portionen',
      'Favoriten bleiben nach dem Neuladen erhalten',
    ],
  },
  {
    day: 14,
    title: 'Kanban-Board',
    description:
      'Karten, die von „offen“ nach „erledigt“ wandern, mit der Maus, mit dem Finger und mit der Tastatur.',
    requirements: [
      'Mindestens drei Spalten, Karten lassen sich hinzufügen und ändern',
      'Karten lassen sich ziehen und mit der Tastatur bewegen',
      'Die Reihenfolge in einer Spalte bleibt erhalten',
      'Eine Bewegung lässt sich rückgängig machen',
      'Das Board bleibt nach dem Neuladen erhalten',
    ],
  },
  {
    day: 15,
    title: 'Tipptest',
    description: 'Eine Minute tippen, gemessen werden Tempo und Genauigkeit.',
    requirements: [
      'Wörter pro Minute und Genauigkeit schon beim Tippen',
      'Fehler sind dort zu sehen, wo sie gemacht wurden',
      'Jedes Mal ein neuer Text',
      'Ein Verlauf der letzten zehn Ergebnisse',
    ],
  },
  {
    day: 16,
    title: 'Gewohnheitstracker',
    description: 'Hake kleine tägliche Gewohnheiten ab und halte die Serien am Leben.',
    requirements: [
      'Gewohnheiten lassen sich hinzufügen, umbenennen und entfernen',
      'Ein Tag ist mit einem Druck abgehakt',
      'Aktuelle und längste Serie pro Gewohnheit',
      'Ein Monat auf einen Blick',
    ],
  },
  {
    day: 17,
    title: 'Musikplayer',
    description: 'Abspielen, anhalten, überspringen und sehen, wo im Stück du gerade bist.',
    requirements: [
      'Eine Liste mit mindestens fünf frei nutzbaren Stücken',
      'Abspielen, anhalten, nächstes, vorheriges und Lautstärke',
      'Die Position ist zu sehen und lässt sich verschieben',
      'Die Medientasten der Tastatur funktionieren',
    ],
  },
  {
    day: 18,
    title: 'Pomodoro-Timer',
    description: 'Fünfundzwanzig Minuten Arbeit, fünf Minuten Pause und dazwischen ein sanftes Signal.',
    requirements: [
      'Arbeit und Pause wechseln sich ab',
      'Die Längen lassen sich ändern',
      'Die Zeit steht im Titel des Tabs',
      'Ein Ton oder eine Meldung, die sich abschalten lässt',
    ],
  },
  {
    day: 19,
    title: 'Echtzeit-Umfrage',
    description:
      'Baue eine Umfrage, die ein ganzer Raum gemeinsam beantworten kann. Alle öffnen einen Link, stimmen einmal ab und sehen, wie sich das Ergebnis ändert, ohne die Seite zu berühren.',
    requirements: [
      'Eine Umfrage hat eine Frage und zwei bis sechs Antworten',
      'Ergebnisse erscheinen auf jeder offenen Seite innerhalb einer Sekunde',
      'Jede Person kann einmal abstimmen und sieht, was sie gewählt hat',
      'Die Seite funktioniert mit der Tastatur und auf einem 360 px breiten Telefon',
      'Eine kurze Notiz im Repository erklärt, wie gezählt wird',
    ],
  },
  {
    day: 20,
    title: 'Sortierbare Datentabelle',
    description:
      'Zehntausend Zeilen, die schnell bleiben: sortieren, filtern, blättern und auswählen, was zu sehen ist.',
    requirements: [
      'Mindestens 10.000 Zeilen ohne Ruckeln',
      'Spalten lassen sich sortieren und ausblenden',
      'Filter pro Spalte',
      'Die Adresse enthält Sortierung und Filter',
      'Eine echte Tabelle für Screenreader',
    ],
  },
  {
    day: 21,
    title: 'Währungsrechner',
    description: 'Rechne Währungen zu den Kursen von heute um.',
    requirements: [
      'Mindestens zwanzig Währungen',
      'Eingaben sind auf beiden Seiten möglich',
      'Das Datum der Kurse ist zu sehen',
      'Funktioniert ohne Verbindung mit den letzten Kursen',
    ],
  },
  {
    day: 22,
    title: 'Filmsuche',
    description: 'Finde einen Film, lies mehr über ihn und merke ihn dir fürs Wochenende.',
    requirements: [
      'Suche während der Eingabe, ohne eine Anfrage pro Taste',
      'Eine Seite pro Film mit eigener Adresse',
      'Eine Merkliste, die nach dem Neuladen erhalten bleibt',
      'Laden, Fehler und „nichts gefunden“ werden angezeigt',
    ],
  },
  {
    day: 23,
    title: 'Kalender',
    description:
      'Zeige einen Monat auf einer Seite, mit Einträgen, die du hinzufügen und verschieben kannst.',
    requirements: [
      'Monats- und Wochenansicht',
      'Einträge mit Titel, Tag und Uhrzeit',
      'Einträge, die sich überschneiden, sind beide lesbar',
      'Pfeiltasten führen von Tag zu Tag',
    ],
  },
  {
    day: 24,
    title: 'Lernkarten',
    description: 'Lerne jeden Tag ein wenig: Karten kommen früher wieder, wenn sie schwer waren.',
    requirements: [
      'Stapel mit Karten, die zwei Seiten haben',
      'Eine Antwort wird als leicht, gut oder schwer eingestuft',
      'Was schwer war, kommt früher wieder',
      'Fortschritt pro Stapel',
    ],
  },
  {
    day: 25,
    title: 'Chatraum',
    description: 'Ein Chatraum, in dem neue Nachrichten ohne Neuladen erscheinen.',
    requirements: [
      'Nachrichten kommen innerhalb einer Sekunde an',
      'Wer da ist und wer gerade schreibt',
      'Frühere Nachrichten sind nach dem Neuladen noch da',
      'Eine verlorene Verbindung wird angezeigt und kommt von selbst zurück',
      'Nachrichten können kein HTML einschleusen',
    ],
  },
  {
    day: 26,
    title: 'Karte der Orte',
    description: 'Sammle Orte, die einen Besuch wert sind, und zeige sie auf einer Karte.',
    requirements: [
      'Orte mit Name, Notiz und Bild',
      'Eine Karte und eine Liste, die einander folgen',
      'Suche und Filter nach Art',
      'Viele Orte nah beieinander bleiben lesbar',
    ],
  },
  {
    day: 27,
    title: 'Zeichenbrett',
    description: 'Zeichne mit Maus, Finger oder Stift und mache Fehler rückgängig.',
    requirements: [
      'Stift, Radierer, Farben und Strichstärken',
      'Rückgängig machen und wiederholen, ohne schmerzhafte Grenze',
      'Zoomen und Verschieben bei großen Zeichnungen',
      'Export als Bild',
    ],
  },
  {
    day: 28,
    title: 'Shop mit Kasse',
    description: 'Ein kleiner Shop vom Regal bis zur Dankesseite, ohne echte Zahlung.',
    requirements: [
      'Eine Warenliste mit Filtern und einer Seite pro Artikel',
      'Ein Warenkorb, der nach dem Neuladen erhalten bleibt',
      'Eine Kasse in Schritten, in der jedes Feld geprüft wird',
      'Summen, die auf den Cent stimmen',
      'Eine Bestellseite, die sich wieder öffnen lässt',
    ],
  },
  {
    day: 29,
    title: 'Live-Dashboard',
    description: 'Zeige einen Strom von Messwerten, der auf einen Blick zu lesen ist.',
    requirements: [
      'Daten kommen von selbst an, mindestens einmal pro Sekunde',
      'Drei verschiedene Diagramme, die daraus gezeichnet werden',
      'Der Zeitraum ist wählbar',
      'Die Seite bleibt eine Stunde lang flüssig',
      'Ein Stoppknopf, der wirklich stoppt',
    ],
  },
  {
    day: 30,
    title: 'Portfolio',
    description:
      'Bring den Monat auf eine Seite: was du gebaut hast, was du gelernt hast und wie man dich erreicht.',
    requirements: [
      'Mindestens sechs deiner Projekte mit Bildern und Links',
      'Ein kurzer Text darüber, was schwer war und wie du es gelöst hast',
      'Lädt auch auf einem langsamen Telefon schnell',
      'Ein Weg, dich zu erreichen, der funktioniert',
      'Du würdest es einer Person zeigen, die dich einstellen könnte',
    ],
  },
]
