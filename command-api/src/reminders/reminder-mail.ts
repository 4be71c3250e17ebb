import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { renderMail } from '../mail-template.ts'

/** `oneClick` is for mail programs, `page` for the recipient. */
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

/** Renders the email that reminds a participant of a missing submission. */
export function reminderMail(
  { email, fullName }: { email: string; fullName: string },
  { day, timeZone, end, challengeEnd, publicUrl, unsubscribe }: Reminder,
): EmailMessage {
  const title = challengeBriefs[day - 1]?.title
  return renderMail({
    kind: 'reminder',
    to: email,
    name: fullName,
    subject: `Day ${day} ends tonight`,
    expiresAt: Math.min(end, challengeEnd),
    unsubscribe: unsubscribe.oneClick,
    parts: [
      `Day ${day} of ${totalDays}${title === undefined ? '' : `, “${title}”,`} ends ${endOfDayText({ timeZone, end, challengeEnd })}, and you have not submitted a project for it yet.`,
      { link: new URL('/SubmitProject', publicUrl), label: 'Submit your project' },
      'You get this because email reminders are on. You can switch them off with one click, without logging in:',
      { link: unsubscribe.page, label: 'Unsubscribe' },
    ],
  })
}

/** "at midnight (UTC)", or "with the challenge at 23:30 (UTC)" if that comes first. */
export const endOfDayText = ({
  timeZone,
  end,
  challengeEnd,
}: Pick<Reminder, 'timeZone' | 'end' | 'challengeEnd'>): string =>
  `${challengeEnd < end ? `with the challenge at ${formatTime(challengeEnd, timeZone)}` : 'at midnight'} (${timeZone})`

/** "23:30" */
const formatTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
