import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  publicProfile: 'Öffentliches Profil',
  notFound: 'Profil nicht gefunden',
  allMembers: 'Alle Mitglieder',
  nobodyHere:
    'Dieses Profil gibt es nicht. Vielleicht hat sich der Benutzername geändert, oder das Konto wurde gelöscht.',
  notLoaded: 'Das Profil konnte nicht geladen werden',
  checkConnection: 'Prüfe deine Verbindung und versuche es noch einmal.',

  admin: 'Admin',
  joined: 'Dabei seit <time></time>',
  editProfile: 'Profil bearbeiten',
  rank: 'Platz',
  ofTotal: 'von {total, number}',
  points: 'Punkte',
  projectsLabel: 'Projekte',
  dayStreak: 'Tage in Folge',
  quality: 'Qualität',
  figures: 'Zahlen',
  hiddenFields: 'Nur du siehst: {fields}. Was andere sehen, legst du unter „Profil bearbeiten“ fest.',
  linkIsForMembers: 'Ein geteilter Link zu diesem Profil öffnet sich für angemeldete Personen.',
  linkShowsCard:
    'Ein geteilter Link zu diesem Profil öffnet sich für angemeldete Personen. Websites, auf denen er steht, zeigen vielleicht eine Vorschau mit Name, Bild, Platz, Punkten und Tagen.',
  bio: 'Über mich',
  location: 'Ort',
  website: 'Website',

  thirtyDays: 'Dreißig Tage',
  badges: 'Abzeichen',
  earned: 'erreicht',
  reachedOf: '{reached} von {days}',
  streakBadge: '{days} Tage in Folge',
  firstProject: 'Erstes Projekt',
  daysBadge: '{days} Tage',

  projects: 'Projekte',
  nothingSubmitted: 'Noch nichts eingereicht.',
  showAll: 'Alle {count, number} Projekte anzeigen',
  notRatedYet: 'Noch nicht bewertet',

  recentActivity: 'Letzte Aktivitäten',
  activitySubmitted: 'Tag {day} eingereicht: <subject></subject>',
  activityStreak: 'Tag {day} eingereicht, eine Serie von {length} Tagen: <subject></subject>',
  activityApproved: 'Tag {day} freigegeben: <subject></subject>',
  activityRated: 'Tag {day} mit {score} bewertet: <subject></subject>',
  activityCommented: 'Kommentar zu <subject></subject>',
  activityDiscussed: 'Diskussion begonnen: <subject></subject>',
  activityCompleted: 'Tag {day} abgeschlossen',
  activityJoined: 'Der Challenge beigetreten',
  activityTookTheLead: 'Die Führung übernommen',
  activityMovedUp: 'Um {places, plural, one {einen Platz} other {# Plätze}} auf Platz {rank} gestiegen',
  noActivity: 'Keine Aktivität in letzter Zeit.',
}
