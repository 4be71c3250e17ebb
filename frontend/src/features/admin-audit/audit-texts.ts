// What an entry of the audit says on screen: its sentence, with the times as screens show them, and its fields and values in words.
// `audit-sentences.ts` says where the sentences themselves are.

import type { AuditEntry, AuditRecord } from '@thirty/contracts/audit/api.ts'
import type { Text } from '@thirty/contracts/texts/text.ts'
import { formatAuditTime } from '@thirty/contracts/audit/audit-time.ts'
import { criterionTexts } from '../../shared/charts/ratings/criteria.ts'
import { formatDateWithClockTime } from '../../shared/ui/display/time.tsx'
import { serverText } from '../../shared/i18n/server-text.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { sentences } from './audit-sentences.ts'

const fieldLabels: Readonly<Record<string, string>> = {
  startsAt: t('adminAudit.fieldStartsAt'),
  endsAt: t('adminAudit.fieldEndsAt'),
  frozenAt: t('adminAudit.fieldFrozenAt'),
  signature: t('common.signature'),
  signedBy: t('adminAudit.fieldSignedBy'),
  fingerprint: t('common.key'),
  notifications: t('common.notifications'),
  emailReminders: t('adminAudit.fieldEmailReminders'),
  wantedRatings: t('adminAudit.fieldWantedRatings'),
  normalisedScores: t('common.normalizedScores'),
  ownersNeedTwoFactor: t('adminAudit.fieldOwnersNeedTwoFactor'),
  eventNetworks: t('adminAudit.fieldEventNetworks'),
  eventEnd: t('adminAudit.fieldEventEnd'),
  passkey: t('adminAudit.fieldPasskey'),
  recoveryCodes: t('common.recoveryCodes'),
  attempts: t('common.attempts'),
  since: t('adminAudit.fieldSince'),
  projects: t('common.pointsPerProject'),
  quality: t('common.pointsPerQuality'),
  streak: t('common.pointsPerStreakDay'),
  excluded: t('adminAudit.fieldExcluded'),
  normalised: t('adminAudit.fieldNormalised'),
  run: t('common.run'),
  backup: t('adminAudit.fieldBackup'),
  name: t('common.name'),
  automatic: t('adminAudit.fieldAutomatic'),
  position: t('adminAudit.fieldPosition'),
  fromRun: t('adminAudit.fieldFromRun'),
  fromPosition: t('adminAudit.fieldFromPosition'),
  status: t('common.status'),
  role: t('common.role'),
  provider: t('adminAudit.fieldProvider'),
  expiresAt: t('adminAudit.fieldExpiresAt'),
  reason: t('common.reason'),
  author: t('adminAudit.fieldAuthor'),
  title: t('common.title'),
  text: t('common.text'),
  reply: t('common.reply'),
  comment: t('common.comment'),
  average: t('common.average'),
  ...criterionTexts,
  feedback: t('common.feedback'),
  host: t('adminAudit.fieldHost'),
  description: t('common.description'),
  types: t('common.events'),
  isOn: t('common.on'),
}

/** Returns the label of a field: "Starts at" for `startsAt`. A field without a label keeps its technical name. */
export const fieldLabel = (field: string): string => fieldLabels[field] ?? field

/** Translations of fixed values. All other texts were written by users and stay as they are. */
const words: Readonly<Record<string, string>> = {
  none: t('adminAudit.noValue'),
  submitted: t('adminAudit.valueSubmitted'),
  approved: t('adminAudit.valueApproved'),
  rejected: t('common.rejectedStatus'),
  withdrawn: t('adminAudit.valueWithdrawn'),
  active: t('adminAudit.valueActive'),
  inactive: t('adminAudit.valueInactive'),
  pending: t('adminAudit.valuePending'),
  deleted: t('adminAudit.valueDeleted'),
  participant: t('adminAudit.valueParticipant'),
  admin: t('adminAudit.valueAdmin'),
  'family-or-friend': t('adminAudit.reasonFamilyOrFriend'),
  work: t('adminAudit.reasonWork'),
  teaching: t('adminAudit.reasonTeaching'),
  other: t('adminAudit.reasonOther'),
  owner: t('adminAudit.valueOwner'),
  organiser: t('adminAudit.valueOrganiser'),
  reviewer: t('adminAudit.valueReviewer'),
  viewer: t('adminAudit.valueViewer'),
  own: t('adminAudit.valueSignedHere'),
  accepted: t('adminAudit.valueSignedByAccepted'),
  unknown: t('adminAudit.valueUnknownSignature'),
}

const wordFields = new Set(['status', 'role', 'signature'])

/** Returns the value of a field of an entry as it is shown. */
export function formatValue(
  field: string,
  value: NonNullable<AuditRecord[string]>,
  { action, text }: Pick<AuditEntry, 'action' | 'text'>,
): string {
  if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
  if (typeof value === 'number') return formatNumber(value)
  // The reason of a conflict is one of a few; that of a rejection is a text.
  const isWord = wordFields.has(field) || (field === 'reason' && action === 'conflict-declared')
  if (isWord) return words[value] ?? value
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value)
  if (isTime) return formatDateWithClockTime(Date.parse(value))
  // The stand-in for a name, such as that of a deleted account, is a text in the sentence of the entry.
  const standIn = textIn(text, field)
  return standIn?.message === value ? serverText({ message: value, text: standIn }) : value
}

/** Returns a text in a sentence, also in one with a reason, whose first part is `said`. */
function textIn(sentence: AuditEntry['text'], name: string): Text | undefined {
  // Safe: the server sends the values as `say` has them.
  const { [name]: value, said } = (sentence.values ?? {}) as Partial<Text['values']>
  if (typeof value === 'object' && 'message' in value) return value
  return typeof said === 'object' && 'message' in said ? textIn(said, name) : undefined
}

/** Returns what an entry says, in the language of this page, with its times as screens show them. */
export function summaryText({ summary, text }: Pick<AuditEntry, 'summary' | 'text'>): string {
  // Safe: the server sends what `say` returns.
  const { message, ...shown } = withShownTimes({ values: {}, ...text, message: summary } as Text)
  return serverText({ message, text: shown }, sentences)
}

/** Returns a text with its times as screens show them, also in the English sentence, which English pages show. */
function withShownTimes({ code, values, message }: Text): Text {
  let sentence = message
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value]
    if ('time' in value) {
      const time = formatDateWithClockTime(Date.parse(value.time))
      sentence = sentence.replace(formatAuditTime(value.time), () => time)
      return [name, time]
    }
    if (!('message' in value)) return [name, value]
    const part = withShownTimes(value)
    sentence = sentence.replace(value.message, () => part.message)
    return [name, part]
  })
  return { code, values: Object.fromEntries(shown) as Text['values'], message: sentence }
}
