// The two ways to remind participants of a missing submission: by email and by push.

import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { PushNotice } from '../notify-by-push.ts'
import { reminderMail, endOfDayValues, type UnsubscribeUrls } from './reminder-mail.ts'
import type { ReminderChannel } from './send-reminders.ts'

/** Pending emails above which reminders wait, so that they do not delay urgent emails such as password resets. */
const maxPending = 100

export type EmailReminderDeps = {
  mail: Pick<Mailer, 'send' | 'pendingCount'>
  /** Base of the links. */
  publicUrl: URL
  /** Returns the links with which a user unsubscribes. */
  unsubscribeLinksFor: (userId: string) => UnsubscribeUrls
}

/** Reminds participants by email. */
export const emailReminders = ({
  mail,
  publicUrl,
  unsubscribeLinksFor,
}: EmailReminderDeps): ReminderChannel => ({
  name: 'email',
  streamPrefix: 'reminders',
  isOn: ({ emailReminders: isOn }) => isOn,
  isBusy: () => mail.pendingCount() > maxPending,
  send: async (person, reminder) => {
    mail.send(reminderMail(person, { ...reminder, publicUrl, unsubscribe: unsubscribeLinksFor(person.id) }))
  },
})

/** Reminds participants by push. `send` resolves when the push services have answered, which sets the pace. */
export const pushReminders = (
  send: (user: string, notice: PushNotice) => Promise<void>,
): ReminderChannel => ({
  name: 'push',
  streamPrefix: 'push-reminders',
  isOn: ({ notifications }) => notifications,
  isBusy: () => false,
  send: ({ id }, { day, timeZone, end, challengeEnd }, event) =>
    send(id, {
      write: (texts) => ({
        title: texts.text('pushReminderTitle', { day }),
        body: texts.text('pushReminder', endOfDayValues(texts, { timeZone, end, challengeEnd })),
      }),
      path: '/SubmitProject',
      tag: 'day closes',
      event,
      expiresAt: Math.min(end, challengeEnd),
    }),
})
