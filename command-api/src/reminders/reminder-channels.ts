// The two ways to remind participants of a missing submission: by email and by push.

import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { sendMail } from '../mail-template.ts'
import type { PushNotice, With } from '../parts.ts'
import type { Texts } from '../texts.ts'
import type { Reminder, ReminderChannel } from './reminder-schedule.ts'

/** Pending emails above which reminders wait, so that they do not delay urgent emails such as password resets. */
const maxPending = 100

type EmailReminderParts = With<'mail' | 'publicUrl'> & {
  /** Returns two ways to unsubscribe a user: `oneClick` is requested by mail programs, `page` is opened by the recipient. */
  unsubscribeLinksFor: (userId: string) => { oneClick: URL; page: URL }
}

export const emailReminders = ({
  mail,
  publicUrl,
  unsubscribeLinksFor,
}: EmailReminderParts): ReminderChannel => ({
  name: 'email',
  isOn: ({ emailReminders: isOn }) => isOn,
  isBusy: () => mail.pendingCount() > maxPending,
  send: async (person, reminder) => {
    const { day } = reminder
    const { oneClick, page } = unsubscribeLinksFor(person.id)
    sendMail({ mail }, person, undefined, (texts) => ({
      kind: 'reminder',
      subject: texts.text('reminderSubject', { day }),
      expiresAt: expiryOf(reminder),
      unsubscribe: oneClick,
      parts: [
        texts.text('reminder', {
          day,
          days: totalDays,
          title: briefsByLanguage[texts.language][day - 1]?.title ?? '',
          ...endOfDayValues(texts, reminder),
        }),
        { link: new URL('/SubmitProject', publicUrl), label: texts.text('reminderLink') },
        texts.text('reminderUnsubscribe'),
        { link: page, label: texts.text('reminderUnsubscribeLink') },
      ],
    }))
  },
})

/** `send` resolves when the push services have answered, which sets the pace. */
export const pushReminders = (
  send: (user: string, notice: PushNotice) => Promise<void>,
): ReminderChannel => ({
  name: 'push',
  isOn: ({ notifications }) => notifications,
  isBusy: () => false,
  send: ({ id }, reminder, event) =>
    send(id, {
      write: (texts) => ({
        title: texts.text('pushReminderTitle', { day: reminder.day }),
        body: texts.text('pushReminder', endOfDayValues(texts, reminder)),
      }),
      path: '/SubmitProject',
      tag: 'day closes',
      event,
      expiresAt: expiryOf(reminder),
    }),
})

const expiryOf = ({ end, challengeEnd }: Reminder): number => Math.min(end, challengeEnd)

/** Returns the values of a text that says when the day ends: at midnight, or with the challenge at a time, "11:30 PM", if that comes first. */
const endOfDayValues = ({ time }: Pick<Texts, 'time'>, { timeZone, end, challengeEnd }: Reminder) => ({
  end: challengeEnd < end ? 'challenge' : 'midnight',
  time: time(challengeEnd, { timeZone, hour: 'numeric', minute: '2-digit' }),
  timeZone,
})
