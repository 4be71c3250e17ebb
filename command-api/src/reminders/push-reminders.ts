import type { PushNotice } from '../notify-by-push.ts'
import { endOfDayText } from './reminder-mail.ts'
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
      title: `Day ${day} closes soon`,
      body: `It ends ${endOfDayText({ timeZone, end, challengeEnd })}, and you have not submitted a project yet.`,
      path: '/SubmitProject',
      tag: 'day closes',
      event,
      expiresAt: Math.min(end, challengeEnd),
    }),
})
