// The ranks of several participants over days, as a bump chart: the user and the leader in colour, everyone else grey until hovered or
// focused. And the rank of one participant as a small chart without axes.

import { curveBumpX, line } from 'd3-shape'
import { useId } from 'react'
import { ChartPicture, useRovingTabIndex, useElementWidth, ViewAsTable } from '../chart-parts.tsx'
import { t } from '../../i18n/t.ts'
import css from './rank-over-time.module.css'
import sparkline from './rank-sparkline.module.css'

type RankHistory = {
  id: string
  name: string
  /** The rank on each day of `days`; `null` on days without a rank. */
  ranks: readonly (number | null)[]
  isYou?: boolean | undefined
  isLeader?: boolean | undefined
}

type RankOverTimeProps = { people: readonly RankHistory[]; days: readonly number[] }

/** How many ranks the chart shows. */
const rankCount = 10
const height = 296
const nameWidth = 92

const lineKind = ({ isYou, isLeader }: RankHistory) => {
  if (isYou) return 'you'
  return isLeader ? 'leader' : 'other'
}

const legend = [
  { kind: 'you', label: t('common.you') },
  { kind: 'leader', label: t('rankCharts.leader') },
]

export const RankOverTime = ({ people, days }: RankOverTimeProps) => {
  const [ref, width] = useElementWidth(330)
  const plot: PlotArea = { left: 30, right: width - nameWidth, top: 14, bottom: height - 38 }
  // Later lines cover earlier ones, so the leader and then the user come last.
  const order = ['other', 'leader', 'you']
  const painted = people.toSorted((a, b) => order.indexOf(lineKind(a)) - order.indexOf(lineKind(b)))
  const roving = useRovingTabIndex(painted.length, painted.length - 1)
  const clipId = useId()
  const label = t('rankCharts.rankOverTime', {
    first: days[0] ?? '',
    last: days.at(-1) ?? '',
    people: people
      .filter((person) => person.isYou || person.isLeader)
      .map((person) => formatRankHistory(person.isYou ? t('rankCharts.you') : person.name, person.ranks))
      .join('; '),
  })
  return (
    <div ref={ref} className={css.container}>
      <ChartPicture {...{ label, width, height }} onKeyDown={roving.onKeyDown}>
        <clipPath id={clipId}>
          <rect width={width} height={plot.bottom + 7} />
        </clipPath>
        <Axes {...{ plot, days }} />
        {painted.map((person, index) => (
          <RankLine key={person.id} {...{ person, plot, clipId }} stopProps={roving.stopProps(index)} />
        ))}
      </ChartPicture>
      <div className={css.foot}>
        {legend.map(
          ({ kind, label }) =>
            people.some((person) => lineKind(person) === kind) && (
              <span key={kind} className={css.legendEntry} data-kind={kind}>
                {label}
              </span>
            ),
        )}
        <ViewAsTable
          caption={label}
          head={[t('common.participant'), ...days.map((day) => t('common.day', { day }))]}
          rows={people.map((person) => [person.name, ...person.ranks.map((rank) => rank ?? '–')])}
        />
      </div>
    </div>
  )
}

const Axes = ({ plot, days }: { plot: PlotArea; days: readonly number[] }) => (
  <g aria-hidden="true" className={css.axes}>
    {Array.from({ length: rankCount }, (_, index) => index + 1).map((rank) => (
      <g key={rank} transform={`translate(0 ${rankY(rank, rankCount, plot)})`}>
        <line x1={plot.left} x2={plot.right} />
        <text x="10" y="4" textAnchor="middle" className={css.rank}>
          {rank}
        </text>
      </g>
    ))}
    {numberedDayIndexes(days).map((index) => (
      <text key={index} x={dayX(index, days.length, plot)} y={height - 8} textAnchor="middle">
        {index === days.length - 1 ? t('common.day', { day: days[index] ?? '' }) : days[index]}
      </text>
    ))}
  </g>
)

type RankLineProps = {
  person: RankHistory
  plot: PlotArea
  clipId: string
  stopProps: ReturnType<ReturnType<typeof useRovingTabIndex>['stopProps']>
}

const RankLine = ({ person, plot, clipId, stopProps }: RankLineProps) => {
  const lastRank = person.ranks.at(-1) ?? null
  const path = rankPath(person.ranks, rankCount, plot)
  return (
    <g
      role="img"
      aria-label={formatRankHistory(person.name, person.ranks)}
      className={css.person}
      data-kind={lineKind(person)}
      {...stopProps}
    >
      <g clipPath={`url(#${clipId})`}>
        <path d={path} className={css.hitArea} />
        {person.isYou && <path d={path} className={css.casing} />}
        <path d={path} className={css.line} />
      </g>
      {lastRank !== null && lastRank <= rankCount && (
        <g transform={`translate(${plot.right} ${rankY(lastRank, rankCount, plot)})`}>
          <circle r={person.isYou || person.isLeader ? 5 : 2.5} className={css.dot} />
          <text x="13" y="4.5" className={css.name}>
            {/* The full name does not fit; the label and the table contain it. */}
            {person.isYou ? t('common.you') : person.name.split(' ')[0]}
          </text>
        </g>
      )}
    </g>
  )
}

/** Summarizes a rank history: "Maya, from place 3 to 1". */
export const formatRankHistory = (name: string, ranks: readonly (number | null)[]): string => {
  const knownRanks = ranks.filter((rank) => rank !== null)
  const first = knownRanks[0]
  const last = knownRanks.at(-1)
  if (first === undefined || last === undefined) return t('rankCharts.notRankedYet', { name })
  if (first === last) return t('rankCharts.place', { name, rank: last })
  return t('rankCharts.fromPlaceTo', { name, first, last })
}

/** The area between the first and last day and rank of a bump chart, in px from the left and top of the chart. */
type PlotArea = { left: number; right: number; top: number; bottom: number }

/** Returns the x of day `index` of `count` days. */
const dayX = (index: number, count: number, { left, right }: PlotArea) =>
  count < 2 ? right : left + (index / (count - 1)) * (right - left)

/** Returns the y of a rank, the first rank on top. Ranks below the last shown one lie below the plot and are clipped. */
export const rankY = (rank: number, rankCount: number, { top, bottom }: PlotArea) =>
  top + ((Math.min(rank, rankCount + 2) - 1) / (rankCount - 1)) * (bottom - top)

/** Returns the path of one participant. Days without a rank leave a gap. */
export const rankPath = (ranks: readonly (number | null)[], rankCount: number, plot: PlotArea): string => {
  const path = line<number | null>()
    .defined((rank) => rank !== null)
    .x((_, index) => dayX(index, ranks.length, plot))
    .y((rank) => rankY(rank ?? rankCount, rankCount, plot))
    .curve(curveBumpX)
    .digits(1)
  return path(ranks) ?? ''
}

/** Returns the indexes of the days with a number below the chart: the last day, and the first and every fifth if not too close to it. */
export const numberedDayIndexes = (days: readonly number[]): number[] =>
  days.flatMap((day, index) => {
    const isLast = index === days.length - 1
    const isClearOfLast = days.length - 1 - index >= 3 || days.length < 4
    return isLast || ((day % 5 === 0 || index === 0) && isClearOfLast) ? [index] : []
  })

type RankSparklineProps = {
  /** From the first day to today. */
  ranks: readonly (number | null)[]
  /** Summarizes the chart in one sentence. */
  label: string
}

const sparklinePlot = { left: 4, right: 148, top: 6, bottom: 44 }

export const RankSparkline = ({ ranks, label }: RankSparklineProps) => {
  const lowestRank = Math.max(2, ...ranks.map((rank) => rank ?? 1))
  const lastRank = ranks.at(-1)
  return (
    <ChartPicture label={label} viewBox="0 0 156 50" width="156" height="50" className={sparkline.rankLine}>
      <path d={rankPath(ranks, lowestRank, sparklinePlot)} />
      {typeof lastRank === 'number' && (
        <circle
          cx={dayX(ranks.length - 1, ranks.length, sparklinePlot)}
          cy={rankY(lastRank, lowestRank, sparklinePlot)}
          r="5"
        />
      )}
    </ChartPicture>
  )
}
