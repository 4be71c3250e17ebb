import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  ended: 'Die Challenge endete <time>{when}</time>.',
  ends: 'Die Challenge endet <time>{when}</time>.',
  acceptedUntil: 'Projekte werden bis <time>{until}</time> angenommen.',
  previousDay: 'Voriger Tag',
  nextDay: 'Nächster Tag',
  dayLabel: 'Tag',
  dayOf: 'Tag {day} von {total}',
  dayOfAndLeader: 'Tag {day} von {total}, {name} führt',
  frozenSince: 'Eingefroren seit <time>{when}</time>. Spätere Bewertungen zählen zum Endstand.',
  frozenForParticipants:
    'Teilnehmende sehen den Stand vom <time>{when}</time>. Du siehst den wahren Stand mit allen Bewertungen seither.',
  importedRun:
    'Diese Runde wurde aus einer Datei ohne bekannte Signatur importiert. Für das, was vor dem Import geschah, bürgt diese Installation nicht.',
  openReveal: 'Zur Enthüllung',

  dayNotLoaded: 'Der aktuelle Tag der Challenge konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  lastKnownDay: 'Hier zuletzt bekannt: Tag {day} von {total}, <time></time>.',
  lastKnownNotStarted: 'Hier zuletzt bekannt: nicht gestartet, <time></time>.',
}
