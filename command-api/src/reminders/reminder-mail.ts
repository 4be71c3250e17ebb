import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { renderMail } from '../mail-template.ts'

/** `oneClick` is for mail programs, `page` for the recipient. */
export type UnsubscribeLinks = { oneClick: URL; page: URL }

export type Reminder = {
  day: number
  timeZone: string
  /** End of the day, in milliseconds since 1970. */
  end: number
  /** Base of the links. */
  publicUrl: URL
  unsubscribe: UnsubscribeLinks
}

/** Renders the email that reminds a participant of a missing submission. */
export function reminderMail(
  { email, fullName }: { email: string; fullName: string },
  { day, timeZone, end, publicUrl, unsubscribe }: Reminder,
): EmailMessage {
  const title = challengeBriefs[day - 1]?.title
  return renderMail({
    kind: 'reminder',
    to: email,
    name: fullName,
    subject: `Day ${day} ends tonight`,
    expiresAt: end,
    unsubscribe: unsubscribe.oneClick,
    parts: [
      `Day ${day} of ${totalDays}${title === undefined ? '' : `, “${title}”,`} ends at midnight (${timeZone}), and you have not submitted a project for it yet.`,
      { link: new URL('/SubmitProject', publicUrl), label: 'Submit your project' },
      'You get this because email reminders are on. You can switch them off with one click, without logging in:',
      { link: unsubscribe.page, label: 'Unsubscribe' },
    ],
  })
}
