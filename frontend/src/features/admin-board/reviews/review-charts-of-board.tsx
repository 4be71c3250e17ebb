// The charts of the card about review work, updated live: the backlog, the waiting time, and the ratings of each admin.

import type { ReviewDay, ReviewerWork } from '@thirty/contracts/judging/statistics-api.ts'
import type { ComponentProps } from 'react'
import { BarChart, layOutBars } from '../../../shared/charts/bars/bar-chart.tsx'
import bars from '../../../shared/charts/bars/bar-chart.module.css'
import { ViewAsTable } from '../../../shared/charts/chart-parts.tsx'
import { formatShortDate } from '../../../shared/ui/display/time.tsx'
import { distinctNames } from '../../../shared/people/people.tsx'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import { Skeleton, Loaded } from '../../../shared/ui/feedback/states.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './review-charts-of-board.module.css'
import { request } from '../../../shared/http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../../../shared/live/live-data.ts'

/** Review backlog, waiting time and the work of the admins. Every change of the projects loads them again, for admins only. */
const reviewStatistics = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/admin/statistics/reviews', { signal }),
  reloadDelayMs: 1000,
  messages: {
    'statistics.changed': (figures, { statistics }, reload) => {
      if ('pending' in statistics) reload()
      return figures
    },
    // A new run begins without reviews.
    ...reloadsOn('challenge.changed'),
  },
})

export const ReviewChartsOfBoard = () => (
  <Loaded
    view={useLiveData(reviewStatistics)}
    loading={<Skeleton shape="block" height="216px" />}
    failed={t('adminBoard.reviewsFailed')}
    heading="h3"
    retryLabel={t('common.retry')}
  >
    {({ days, reviewers }) => (
      <div className={css.charts}>
        <section>
          <h3>{t('adminBoard.reviewBacklog')}</h3>
          <ReviewBacklog days={days} />
        </section>
        <section>
          <h3>{t('adminBoard.waitingTime')}</h3>
          <WaitingTime days={days} />
        </section>
        <section>
          <h3>{t('adminBoard.ratingsPerReviewer')}</h3>
          <RatingsPerReviewer reviewers={reviewers} />
        </section>
      </div>
    )}
  </Loaded>
)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a length of time in ms, rounded to one unit: "40 min", "5 h", "3 days"; from two days on in days. */
function formatDuration(ms: number): string {
  if (ms < hour) return t('reviewCharts.minutes', { count: Math.round(ms / minute) })
  if (ms < 2 * day) return t('reviewCharts.hours', { count: Math.round(ms / hour) })
  return t('reviewCharts.days', { count: Math.round(ms / day) })
}

type DaysProps = { days: readonly ReviewDay[] }

// The dates are calendar days of the challenge in every time zone of the browser.
const formatDay = ({ date }: ReviewDay): string => formatShortDate(Date.parse(date), 'UTC')

/** How many projects waited for review at the end of each day. */
const ReviewBacklog = ({ days }: DaysProps) => {
  const values = days.map(({ backlog }) => backlog)
  const label = t('reviewCharts.backlogSummary', { now: values.at(-1) ?? 0, most: Math.max(0, ...values) })
  return (
    <DailyBars
      {...{ label, days }}
      series={[{ name: t('common.waitingForReview'), tone: 'waiting', values }]}
      columns={[[t('common.waitingForReview'), ({ backlog }) => backlog]]}
    />
  )
}

/** How long the projects that were reviewed on each day had waited. */
const WaitingTime = ({ days }: DaysProps) => {
  const today = days.at(-1)
  const label =
    today?.median == null
      ? t('reviewCharts.waitSummaryNone')
      : t('reviewCharts.waitSummary', {
          median: formatDuration(today.median),
          p90: formatDuration(today.p90 ?? 0),
        })
  const inHours = (ms: number | null) => (ms ?? 0) / hour
  const orNone = (ms: number | null) => (ms === null ? t('common.notRated') : formatDuration(ms))
  return (
    <DailyBars
      {...{ label, days }}
      series={[
        { name: t('reviewCharts.p90'), tone: 'soft', values: days.map(({ p90 }) => inHours(p90)) },
        { name: t('reviewCharts.median'), tone: 'strong', values: days.map(({ median }) => inHours(median)) },
      ]}
      formatValue={(hours) => t('reviewCharts.hours', { count: hours })}
      columns={[
        [t('reviewCharts.reviews'), ({ reviews }) => reviews],
        [t('reviewCharts.median'), ({ median }) => orNone(median)],
        [t('reviewCharts.p90'), ({ p90 }) => orNone(p90)],
      ]}
    />
  )
}

type DailyBarsProps = Pick<ComponentProps<typeof BarChart>, 'label' | 'formatValue'> & {
  /** The oldest first; the last one is today. */
  days: readonly ReviewDay[]
  /** The later series are in front of the earlier ones. */
  series: readonly { name: string; tone: 'soft' | 'strong' | 'waiting'; values: readonly number[] }[]
  /** The columns of the table after that of the day. */
  columns: readonly (readonly [title: string, cell: (day: ReviewDay) => string | number])[]
}

/** Values of consecutive days as bars. */
const DailyBars = ({ days, series, columns, ...texts }: DailyBarsProps) => {
  const dates = days.map(formatDay)
  const [first, middle, last] = [0, Math.ceil(days.length / 2) - 1, days.length - 1]
  return (
    <BarChart
      room={{ axis: 46, top: 8, bottom: 24 }}
      height={110}
      values={series.flatMap(({ values }) => values)}
      legend={series}
      table={{
        head: [t('common.dayLabel'), ...columns.map(([title]) => title)],
        rows: days.map((day, index) => [dates[index] ?? '', ...columns.map(([, cell]) => cell(day))]),
      }}
      {...texts}
    >
      {(plot) => (
        <>
          <g transform={`translate(0 ${plot.height})`}>
            {series.flatMap(({ name, tone, values }) =>
              layOutBars(values, plot).map(({ value, path }, day) => (
                <path
                  key={`${name} ${day}`}
                  d={path}
                  className={value === 0 ? bars.none : bars[tone === 'waiting' ? 'pending' : tone]}
                  data-value={value}
                />
              )),
            )}
          </g>
          {layOutBars(Array(days.length).fill(0), plot).map(
            ({ left, width }, day) =>
              [first, middle, last].includes(day) && (
                <text
                  key={day}
                  x={day === last ? plot.width : left + width / 2}
                  y={plot.height + 17}
                  textAnchor={day === first ? 'start' : day === last ? 'end' : 'middle'}
                  className={bars.number}
                >
                  {dates[day]}
                </text>
              ),
          )}
        </>
      )}
    </BarChart>
  )
}

/** The ratings of each admin as bars, with their reviews in the table. */
export const RatingsPerReviewer = ({ reviewers }: { reviewers: readonly ReviewerWork[] }) => {
  if (reviewers.length === 0) return <p className={words.soft}>{t('reviewCharts.nobodyYet')}</p>
  const nameOf = distinctNames(reviewers)
  const most = Math.max(1, ...reviewers.map(({ ratings }) => ratings))
  return (
    <div className={layout.stack12}>
      <ul className={css.bars} aria-label={t('reviewCharts.reviewerSummary')}>
        {reviewers.map((reviewer) => (
          <li key={reviewer.id}>
            <span dir="auto" className={words.anywhere}>
              {nameOf(reviewer)}
            </span>
            <span className={css.count}>{reviewer.ratings}</span>
            <svg aria-hidden="true" className={css.track} viewBox="0 0 100 1" preserveAspectRatio="none">
              <rect width={(reviewer.ratings / most) * 100} height={1} />
            </svg>
          </li>
        ))}
      </ul>
      <ViewAsTable
        caption={t('reviewCharts.reviewerSummary')}
        head={[t('common.admin'), t('common.ratings'), t('common.approved'), t('common.rejected')]}
        rows={reviewers.map((reviewer) => [
          nameOf(reviewer),
          reviewer.ratings,
          reviewer.approved,
          reviewer.rejected,
        ])}
      />
    </div>
  )
}
