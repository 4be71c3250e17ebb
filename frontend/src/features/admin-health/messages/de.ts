import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  health: 'Zustand',
  about:
    'Der Zustand von Lesemodellen, Ereignisprotokoll, Warteschlangen und Prozessen, alle paar Sekunden aktualisiert.',
  loading: 'Der Zustand der Installation wird geladen',
  failed: 'Der Zustand konnte nicht geladen werden',
  failedText: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  updated: 'Stand {time}.',
  allWell: 'Alles funktioniert.',
  problems: '{count, plural, one {1 Problem} other {# Probleme}}',
  notAvailable: 'Nicht verfügbar',
  never: 'Nie',

  log: 'Ereignisprotokoll',
  logHead: 'Position des neuesten Ereignisses',
  newestEvent: 'Neuestes Ereignis',
  logAway: 'Nicht erreichbar',
  logAnswers: 'Erreichbar',
  noEvents: 'Noch keine Ereignisse',

  readModels: 'Lesemodelle',
  state: 'Zustand',
  lastCheck: 'Letzte Selbstprüfung',
  upToDate: 'Aktuell',
  secondsBehind: '{count, plural, one {1 s zurück} other {# s zurück}}',
  building: 'Wird aufgebaut',
  outdated: 'Veraltet',
  stopped: 'Angehalten',
  notRun: 'Läuft in keinem Prozess',

  selfCheck: 'Selbstprüfung',
  schedule: 'Zeitplan',
  selfCheckEvery: '{hours, plural, one {Jede Stunde} other {Alle # Stunden}}',
  selfCheckOnRequest: 'Nur auf Anfrage',
  notCheckedYet: 'Noch nicht geprüft',
  checkedFine: 'Keine Abweichungen in {documents, plural, one {1 Dokument} other {# Dokumenten}}',
  checkedHealed: '{differences, plural, one {1 Abweichung} other {# Abweichungen}} behoben',
  checkedBroken: '{differences, plural, one {1 Abweichung} other {# Abweichungen}} nicht behoben',
  driftFound: '{count, plural, =0 {Keine Abweichungen} one {1 Abweichung} other {# Abweichungen}} gefunden',

  processes: 'Prozesse',
  process: 'Prozess',
  role: '{role, select, web {Web} projector {Projektor} other {Alle Rollen}}',
  running: 'Läuft',
  gone: 'Seit {seconds} s keine Meldung',
  version: 'Version',
  uptime: 'Laufzeit',
  uptimeDays: '{days} d {hours} h',
  uptimeHours: '{hours} h {minutes} min',
  uptimeMinutes: '{minutes} min',
  memory: 'Speicher',
  sockets: 'Sockets',
  snapshots: 'Snapshots',
  snapshotsSaved: 'Gespeichert {time}',
  snapshotsNone: 'Noch nicht gespeichert',
  snapshotsFailed: '{count, plural, one {1 Fehler} other {# Fehler}}',
  snapshotsUnused: 'Nicht nötig',
  projectionsRun: 'Projektionen',

  mail: 'E-Mail',
  push: 'Push-Nachrichten',
  webhooks: 'Webhooks',
  waiting: 'Wartend',
  sent: 'Gesendet',
  failures: 'Fehlgeschlagene Versuche',
  lastSent: 'Zuletzt gesendet',
  recently: '{count} in den letzten 15 Minuten',

  logProblem: 'Das Ereignisprotokoll ist nicht erreichbar.',
  logAdvice:
    'Bis es antwortet, kann nichts gespeichert werden. Prüfe, ob EventStoreDB oder die Festplatte des Servers funktioniert. Die Prozesse verbinden sich automatisch wieder.',
  storeProblem: 'Der Speicher der Lesemodelle ist nicht erreichbar.',
  storeAdvice:
    'Prüfe, ob Redis läuft und Verbindungen annimmt. Befehle funktionieren weiter; bis dahin sind die angezeigten Daten alt.',
  reportsProblem: 'Die Meldungen anderer Prozesse konnten nicht gelesen werden.',
  reportsAdvice: 'Die Liste der Prozesse kommt aus Redis. Prüfe, ob Redis antwortet.',
  laggingProblem: '{name} liegt {seconds} s hinter dem Ereignisprotokoll.',
  laggingAdvice:
    'Nach einem Import ist ein kurzer Rückstand normal. Steigt er, suche einen Prozess mit hoher Last und füge einen Projektor hinzu.',
  outdatedProblem: '{name} ist veraltet: Das Ereignisprotokoll wurde durch eine ältere Kopie ersetzt.',
  outdatedAdvice:
    'Das Lesemodell wird automatisch neu aufgebaut. Dauert das länger als fünf Minuten, lies die Logs der Projektoren.',
  stoppedProblem: '{name} hat bei einem Ereignis oder nach einem Fehler angehalten.',
  stoppedAdvice:
    'Das Log seines Prozesses nennt Ereignis und Fehler. Das Lesemodell versucht es automatisch erneut; ein Programmfehler braucht eine neue Version.',
  notRunProblem: 'Kein Prozess führt {name} aus.',
  notRunAdvice: 'Starte einen Projektor und prüfe, ob er Redis und das Ereignisprotokoll erreicht.',
  driftProblem: '{name} weicht vom Ereignisprotokoll ab und konnte nicht neu aufgebaut werden.',
  driftAdvice:
    'Führe auf dem Server „npm run ops -- replay“ aus. Das Ereignisprotokoll ist richtig; nichts ist verloren.',
  goneProblem: 'Der Prozess {host} hat sich seit {seconds} s nicht gemeldet.',
  goneAdvice:
    'Prüfe, ob er läuft, und starte ihn neu. Wurde er absichtlich beendet, verschwindet er in zehn Minuten von dieser Seite.',
  memoryProblem: 'Der Prozess {host} belegt {memory} Speicher.',
  memoryAdvice:
    'Starte ihn zu einer ruhigen Zeit neu. Steigt der Speicher wieder, lies „Memory is high“ im Betriebshandbuch.',
  refusalProblem: 'Der Prozess {host} lehnt Befehle ab, weil sich nichts speichern lässt.',
  refusalAdvice:
    'Das Log dieses Prozesses sagt, warum: meist eine volle Festplatte oder ein Speicher, der nicht antwortet. Was gespeichert wurde, ist sicher, und alle Seiten funktionieren weiter. Befehle funktionieren wieder, sobald sich etwas speichern lässt.',
  diskFullProblem: 'Die Festplatte von {host} ist voll.',
  diskFullAdvice:
    'Schaffe Platz auf der Festplatte von DATA_DIR oder vergrößere sie. Ohne Platz lässt sich nichts speichern; was gespeichert wurde, geht nicht verloren.',
  diskLowProblem: 'Auf der Festplatte von {host} sind nur {free} frei.',
  mailFailsProblem: 'Der Prozess {host} konnte in 15 Minuten {count}-mal keine E-Mail zustellen.',
  mailFailsAdvice:
    'Prüfe SMTP_URL und den Mailserver. Wartende E-Mails werden etwa 15 Minuten lang erneut gesendet.',
  proxyProblem: 'Der Prozess {host} beachtet die Weiterleitungs-Header von {address} nicht.',
  proxyAdvice:
    'Wenn das dein Proxy ist, trage ihn in TRUST_PROXY ein. Bis dahin zählen bei Grenzen alle hinter ihm als eine Person.',
  mailWaitsProblem: '{count} E-Mails warten im Prozess {host}.',
  mailWaitsAdvice: 'Prüfe den Mailserver. Ab 1.000 wartenden E-Mails geht jede neue verloren.',
}
