// The legend of heat strips: explains their colours.

import { type DayTone, barPath, slantTransform } from '../slanted-bars.ts'
import tones from './day-tones.module.css'
import { t, formatScore, formatNumber } from '../../i18n/t.ts'
import css from './strip-legend.module.css'

const range = (from: number, to: number): string =>
  t('charts.range', { from: formatNumber(from), to: formatNumber(to) })

const entries: { tone: DayTone; label: string; height: number; outline?: true }[] = [
  { tone: 'heat4', label: range(4.5, 5), height: 16 },
  { tone: 'heat3', label: range(3.8, 4.4), height: 13 },
  { tone: 'heat2', label: t('charts.range', { from: formatScore(3), to: formatScore(3.7) }), height: 10 },
  { tone: 'heat1', label: t('charts.below', { limit: 3 }), height: 7 },
  { tone: 'missed', label: t('charts.missed'), height: 2.5 },
  { tone: 'rejected', label: t('common.rejectedStatus'), height: 2.5 },
  { tone: 'to-come', label: t('charts.toCome'), height: 5 },
  { tone: 'today-done', label: t('charts.todaySubmitted'), height: 16 },
  { tone: 'today-open', label: t('charts.todayOpen'), height: 16, outline: true },
  { tone: 'unrated', label: t('charts.notRatedYet'), height: 10, outline: true },
]

const hiddenWhenShort = new Set<DayTone>(['rejected', 'to-come', 'today-done'])

export const StripLegend = ({ short = false }: { short?: boolean }) => (
  <ul className={css.legend}>
    {entries
      .filter(({ tone }) => !short || !hiddenWhenShort.has(tone))
      .map(({ tone, label, height, outline }) => (
        <li key={tone}>
          <svg viewBox="0 0 12 17" width="12" height="17" aria-hidden="true" data-picture data-edge>
            <g transform={slantTransform(16.5)}>
              <path
                d={barPath(outline ? 1 : 0.5, outline ? 6 : 7, outline ? height - 1 : height, 1.2)}
                className={tones[tone]}
              />
            </g>
          </svg>
          {label}
        </li>
      ))}
  </ul>
)
