import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  deletedPerson: 'Gelöschtes Konto',
  importedPerson: 'Person von anderswo',
  personElsewhere: 'Konto von anderswo',
  thousands: '{count} Tsd.',
  millions: '{count} Mio.',
  justNow: 'gerade eben',
  secondsAgo: 'vor {count} Sek.',
  minutesAgo: 'vor {count} Min.',
  hoursAgo: 'vor {count} Std.',
  waitingMinutes: 'wartet {count, plural, =0 {weniger als eine Minute} other {# Min.}}',
  waitingHours: 'wartet {count} Std.',
  waitingDays: '{count, plural, one {wartet # Tag} other {wartet # Tage}}',
  dateAndTime: '{date}, {time}',
  points: '{points, plural, one {# Punkt} other {# Punkte}}',
  pointsBehind: '{gap} hinter {name}',
  levelWith: 'gleichauf mit {name}',
  period: '{first} bis {last}',
  onDayAtTime: 'am {day} um {time} Uhr{zone}',
  dayAtTime: 'zum {day}, {time} Uhr{zone}',
  dayAndTime: '{day}, {time} Uhr{zone}',
  atEndOfDay: 'am {day} um 24 Uhr{zone}',
  endOfDay: 'zum {day}, 24 Uhr{zone}',
}
