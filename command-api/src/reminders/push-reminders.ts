import type { PushNotice } from '../notify-by-push.ts'
import { endOfDay } from './reminder-mail.ts'
import type { ReminderChannel } from './send-reminders.ts'

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
        body: texts.text('pushReminder', endOfDay(texts, { timeZone, end, challengeEnd })),
      }),
      path: '/SubmitProject',
      tag: 'day closes',
      event,
      expiresAt: Math.min(end, challengeEnd),
    }),
})
