import { useId } from 'react'
import { formatRankHistory, dayX, labeledColumns, rankPath, rankY } from './rank-geometry.ts'
import type { PlotArea } from './rank-geometry.ts'
import { useRovingTabIndex } from '../use-roving-tab-index.ts'
import { useElementWidth } from '../use-element-width.ts'
import { ViewAsTable } from '../view-as-table.tsx'
import css from './rank-over-time.module.css'

export type RankHistory = {
  id: string
  name: string
  /** The rank on each day of `days`; `null` on days without a rank. */
  ranks: readonly (number | null)[]
  you?: boolean | undefined
  leader?: boolean | undefined
}

type RankOverTimeProps = {
  people: readonly RankHistory[]
  days: readonly number[]
  /** How many ranks the chart shows. */
  places?: number | undefined
}

const height = 296
const nameRoom = 92

const courseKind = ({ you, leader }: RankHistory) => {
  if (you) return 'you'
  return leader ? 'leader' : 'other'
}

/** Bump chart: the user and the leader in colour, everyone else grey until hovered or focused. */
export const RankOverTime = ({ people, days, places = 10 }: RankOverTimeProps) => {
  const [ref, width] = useElementWidth(330)
  const box: PlotArea = { left: 30, right: width - nameRoom, top: 14, bottom: height - 38 }
  // Painted in this order, so that the leader and then the user lie on top.
  const order = ['other', 'leader', 'you']
  const painted = people.toSorted((a, b) => order.indexOf(courseKind(a)) - order.indexOf(courseKind(b)))
  const roving = useRovingTabIndex(painted.length, painted.length - 1)
  const clip = useId()
  const label = `Rank over time, days ${days[0]} to ${days.at(-1)}: ${people
    .filter((person) => person.you || person.leader)
    .map((person) => formatRankHistory(person.you ? 'you' : person.name, person.ranks))
    .join('; ')}`
  return (
    <div ref={ref} className={css.place}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the one tab stop among the parts inside */}
      <svg
        role="group"
        aria-label={label}
        width={width}
        height={height}
        data-picture
        onKeyDown={roving.onKeyDown}
      >
        <clipPath id={clip}>
          <rect width={width} height={box.bottom + 7} />
        </clipPath>
        <Axes {...{ box, days, places }} />
        {painted.map((person, at) => (
          <Course key={person.id} {...{ person, box, places, clip }} stopProps={roving.stopProps(at)} />
        ))}
      </svg>
      <div className={css.foot}>
        {people.some((person) => person.you) && <Sign kind="you" words="You" />}
        {people.some((person) => person.leader) && <Sign kind="leader" words="Leader" />}
        <ViewAsTable
          caption={label}
          head={['Participant', ...days.map((day) => `Day ${day}`)]}
          rows={people.map((person) => [person.name, ...person.ranks.map((rank) => rank ?? '–')])}
        />
      </div>
    </div>
  )
}

const Sign = ({ kind, words }: { kind: 'you' | 'leader'; words: string }) => (
  <span className={css.sign} data-kind={kind}>
    {words}
  </span>
)

const Axes = ({ box, days, places }: { box: PlotArea; days: readonly number[]; places: number }) => (
  <g aria-hidden="true" className={css.axes}>
    {Array.from({ length: places }, (_, at) => at + 1).map((rank) => (
      <g key={rank}>
        <line x1={box.left} x2={box.right} y1={rankY(rank, places, box)} y2={rankY(rank, places, box)} />
        <text x="10" y={rankY(rank, places, box) + 4} textAnchor="middle" className={css.rank}>
          {rank}
        </text>
      </g>
    ))}
    {labeledColumns(days).map((at) => (
      <text key={at} x={dayX(at, days.length, box)} y={height - 8} textAnchor="middle">
        {at === days.length - 1 ? `Day ${days[at]}` : days[at]}
      </text>
    ))}
  </g>
)

/** The full name does not fit beside the line; the label and the table have it. */
const firstWord = (name: string) => name.split(' ')[0]

type CourseProps = {
  person: RankHistory
  box: PlotArea
  places: number
  clip: string
  stopProps: ReturnType<ReturnType<typeof useRovingTabIndex>['stopProps']>
}

const Course = ({ person, box, places, clip, stopProps }: CourseProps) => {
  const last = person.ranks.at(-1) ?? null
  const path = rankPath(person.ranks, places, box)
  return (
    <g
      role="img"
      aria-label={formatRankHistory(person.name, person.ranks)}
      className={css.course}
      data-kind={courseKind(person)}
      {...stopProps}
    >
      <g clipPath={`url(#${clip})`}>
        <path d={path} className={css.reach} />
        {person.you && <path d={path} className={css.casing} />}
        <path d={path} className={css.line} />
      </g>
      {last !== null && last <= places && (
        <>
          <circle
            cx={box.right}
            cy={rankY(last, places, box)}
            r={person.you || person.leader ? 5 : 2.5}
            className={css.dot}
          />
          <text x={box.right + 13} y={rankY(last, places, box) + 4.5} className={css.name}>
            {person.you ? 'You' : firstWord(person.name)}
          </text>
        </>
      )}
    </g>
  )
}
