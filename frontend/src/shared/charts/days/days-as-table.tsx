import { t } from '../../i18n/t.ts'
import { ViewAsTable } from '../view-as-table.tsx'
import type { DayMark } from './day-mark.ts'
import { formatDayState } from './format-day.ts'

/** The days of a strip or route as a collapsed table. */
export const DaysAsTable = ({ days, caption }: { days: readonly DayMark[]; caption: string }) => (
  <ViewAsTable
    caption={caption}
    head={[t('common.dayLabel'), t('common.title'), t('charts.score')]}
    rows={days.map((mark) => [t('common.day', { day: mark.day }), mark.title ?? '', formatDayState(mark)])}
  />
)
