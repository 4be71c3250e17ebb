import type { Translation } from '../../../shared/i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  team: 'Team',
  about: 'Wer Admin ist und was jede Rolle darf.',
  listSubject: 'das Team',
  admins: 'Admins',
  loadFailed: 'Das Team konnte nicht geladen werden',
  loading: 'Das Team wird geladen',
  roleOf: 'Rolle von {name}',
  lastSeen: 'Zuletzt aktiv: <time></time>',
  notSeen: 'Nicht angemeldet',
  roles: 'Was die Rollen dürfen',

  loseQuestion:
    '{name} die Rolle {role, select, owner {Leitung} organiser {Organisation} reviewer {Jury} other {Einsicht}} geben?',
  loseText:
    '{name} verliert diese Rechte sofort, auch auf Seiten, die gerade offen sind. Offene Einladungen von Admins mit der Rolle Leitung werden ungültig.',
  loseOwnQuestion: 'Die eigenen Rechte abgeben?',
  loseOwnText:
    'Du hast dann sofort die Rolle {role, select, owner {Leitung} organiser {Organisation} reviewer {Jury} other {Einsicht}}. Zurückgeben kann dir die Rechte nur ein anderer Admin mit der Rolle Leitung.',
  changeRole: 'Rolle ändern',
  changing: 'Wird geändert …',
  changed:
    '{name} hat jetzt die Rolle {role, select, owner {Leitung} organiser {Organisation} reviewer {Jury} other {Einsicht}}',
  changeFailed: 'Die Rolle konnte nicht geändert werden',

  invitations: 'Einladungen',
  invite: 'Admin einladen',
  inviteText: 'Der Link funktioniert einmal. Wer ihn hat, kann sich als Admin mit dieser Rolle registrieren.',
  role: 'Rolle',
  validFor: 'Gültig für',
  days: '{count, plural, one {# Tag} other {# Tage}}',
  email: 'E-Mail-Adresse',
  emailHint: 'An diese Adresse schicken wir den Link.',
  note: 'Notiz',
  noteHint: 'Für wen sie ist. Nur Admins mit der Rolle Leitung sehen sie.',
  create: 'Einladung erstellen',
  creating: 'Wird erstellt …',
  createFailed: 'Die Einladung konnte nicht erstellt werden',
  cancel: 'Abbrechen',
  done: 'Fertig',
  createdTitle: 'Einladung erstellt',
  createdText:
    'Schick diesen Link einer Person. Solange die Einladung offen ist, kannst du ihn in der Liste noch einmal kopieren.',
  createdAndMailed: 'Der Link ist unterwegs an {email}. Du kannst ihn auch selbst weitergeben.',
  link: 'Link',
  copy: 'Link kopieren',
  copyOf: 'Link für {who} kopieren',
  copied: 'Link kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Link und kopiere ihn.',
  revoke: 'Widerrufen',
  revokeOf: 'Einladung für {who} widerrufen',
  revokeQuestion: 'Diese Einladung widerrufen?',
  revokeText: 'Ihr Link funktioniert dann sofort nicht mehr.',
  revokeFailed: 'Die Einladung konnte nicht widerrufen werden',
  revoked: 'Einladung widerrufen',
  noInvitations: 'Noch keine Einladungen',
  noInvitationsText: 'Lade jemanden per Link ein, für einen Tag, eine Woche oder einen Monat.',
  forSomebody: 'jemanden',
  as: 'Als {role}',
  by: 'von {name}, <time></time>',
  until: 'bis <time></time>',
  usedBy: 'von {name}',
  state:
    '{state, select, open {Offen} used {Benutzt} expired {Abgelaufen} revoked {Widerrufen} other {Ungültig}}',
  voidText: 'wer sie verschickt hat, hat nicht mehr die Rolle Leitung',
}
