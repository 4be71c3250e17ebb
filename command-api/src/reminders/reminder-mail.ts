// The email that reminds a participant of a missing submission.

import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { writeMail, type Recipient } from '../mail-template.ts'
import type { Texts } from '../texts.ts'

/** Two ways to unsubscribe: `oneClick` is requested by mail programs, `page` is opened by the recipient. */
export type UnsubscribeUrls = { oneClick: URL; page: URL }

export type Reminder = {
  day: number
  timeZone: string
  /** End of the day, in milliseconds since 1970. */
  end: number
  /** End of the challenge, in milliseconds since 1970. It may come before the end of the day. */
  challengeEnd: number
  /** Base of the links. */
  publicUrl: URL
  unsubscribe: UnsubscribeUrls
}

export function reminderMail(
  person: Recipient,
  { day, timeZone, end, challengeEnd, publicUrl, unsubscribe }: Reminder,
): EmailMessage {
  return writeMail(person, undefined, (texts) => ({
    kind: 'reminder',
    subject: texts.text('reminderSubject', { day }),
    expiresAt: Math.min(end, challengeEnd),
    unsubscribe: unsubscribe.oneClick,
    parts: [
      texts.text('reminder', {
        day,
        days: totalDays,
        title: briefsByLanguage[texts.language][day - 1]?.title ?? '',
        ...endOfDayValues(texts, { timeZone, end, challengeEnd }),
      }),
      { link: new URL('/SubmitProject', publicUrl), label: texts.text('reminderLink') },
      texts.text('reminderUnsubscribe'),
      { link: unsubscribe.page, label: texts.text('reminderUnsubscribeLink') },
    ],
  }))
}

/**
 * Returns the values of a text that says when the day ends: at midnight, or with the challenge at a time, "11:30 PM", if that comes first.
 */
export const endOfDayValues = (
  { time }: Pick<Texts, 'time'>,
  { timeZone, end, challengeEnd }: Pick<Reminder, 'timeZone' | 'end' | 'challengeEnd'>,
) => ({
  end: challengeEnd < end ? 'challenge' : 'midnight',
  time: time(challengeEnd, { timeZone, hour: 'numeric', minute: '2-digit' }),
  timeZone,
})
