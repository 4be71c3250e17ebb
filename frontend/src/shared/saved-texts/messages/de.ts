import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  saved: '{kind, select, rejection {Gespeicherte Gründe} other {Gespeichertes Feedback}}',
  openWith: 'Alt ↓',
  saveThis: '{kind, select, rejection {Diesen Grund speichern} other {Dieses Feedback speichern}}',
  search:
    '{kind, select, rejection {Gespeicherte Gründe durchsuchen} other {Gespeichertes Feedback durchsuchen}}',
  loading:
    '{kind, select, rejection {Die gespeicherten Gründe werden geladen} other {Das gespeicherte Feedback wird geladen}}',
  notLoaded:
    '{kind, select, rejection {Die gespeicherten Gründe konnten nicht geladen werden} other {Das gespeicherte Feedback konnte nicht geladen werden}}',
  retry: 'Erneut versuchen',
  noneYet:
    '{kind, select, rejection {Noch keine gespeicherten Gründe. Schreibe einen Grund und speichere ihn für alle Admins.} other {Noch kein gespeichertes Feedback. Schreibe ein Feedback und speichere es für alle Admins.}}',
  noMatch:
    '{kind, select, rejection {Kein gespeicherter Grund passt} other {Kein gespeichertes Feedback passt}}',
  uses: '{count, plural, =0 {Noch nicht verwendet} one {Einmal verwendet} other {{count, number}-mal verwendet}}',

  add: '{kind, select, rejection {Neuer gespeicherter Grund} other {Neues gespeichertes Feedback}}',
  edit: '{kind, select, rejection {Gespeicherten Grund bearbeiten} other {Gespeichertes Feedback bearbeiten}}',
  forAllAdmins: 'Alle Admins können den Text einfügen.',
  title: 'Titel',
  text: 'Text',
  placeholders:
    'Beim Einfügen werden {name}, {project} und {day} zum Namen der Person, zum Projekt und zu seinem Tag. Namen von Personen gehören nicht in einen gespeicherten Text.',
  filledForEach: '{name}, {project} und {day} werden für jede Einreichung eingesetzt.',
  cancel: 'Abbrechen',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  notSaved: 'Der Text konnte nicht gespeichert werden. Bitte versuche es noch einmal.',
  savedFor: '„{title}“ für alle Admins gespeichert',

  changedMeanwhile:
    '<bdi>{name}</bdi> hat diesen Text geändert (<time></time>). Deiner ist nicht gespeichert.',
  theirs: 'Der andere Text',
  useTheirs: 'Anderen übernehmen',
  keepMine: 'Durch meinen ersetzen',
  deletedMeanwhile:
    'Ein anderer Admin hat diesen Text gelöscht. Speichere ihn neu, wenn er noch gebraucht wird.',
}
