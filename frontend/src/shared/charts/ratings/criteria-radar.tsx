// Radar chart with an axis for each criterion, in a fixed order, and the values at their ends.

import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { criteria, formatCriteria } from './criteria.ts'
import { ChartPicture, ViewAsTable } from '../chart-parts.tsx'
import { t, formatScore } from '../../i18n/t.ts'
import css from './criteria-radar.module.css'

type Point = { x: number; y: number }

const round = (value: number) => Math.round(value * 100) / 100

/** Returns the point on axis `index` of `count`, `distance` px from the centre. The first axis points straight up. */
export const axisPoint = (index: number, count: number, distance: number): Point => {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) }
}

/** Returns the points of the values (0 to 5) on axes of `radius` px. */
export const radarPoints = (values: readonly number[], radius: number): Point[] =>
  values.map((value, index) =>
    axisPoint(index, values.length, (Math.min(5, Math.max(0, value)) / 5) * radius),
  )

/** Returns the `points` attribute of the polygon of values on axes of `radius` px. */
const polygon = (values: readonly number[]) =>
  radarPoints(values, radius)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')

type CriteriaRadarProps = {
  /** `null` if there is no rating yet. */
  values: Criteria | null
  /** The averages of a day, drawn dashed; omitted if unknown. */
  average?: { day: number; values: Criteria } | undefined
  table?: boolean | undefined
}

const radius = 82
const letterWidth = 6.4
/** How far to the right an axis points: from -1 to 1. */
const sideOf = (index: number) => axisPoint(index, criteria.length, 1).x
/** The labels on the left and on the right stand beside the chart, so long ones make it wider. */
const halfWidth = Math.max(
  150,
  ...criteria
    .filter((_, index) => Math.abs(sideOf(index)) > 0.8)
    .map(({ label }) => radius + 10 + letterWidth * label.length),
)
const head = [t('ratingCharts.criterion'), t('common.project')]
const valuesInOrder = (values: Criteria) => criteria.map(({ key }) => values[key])

export const CriteriaRadar = ({ values, average, table = true }: CriteriaRadarProps) => {
  if (!values)
    return <EmptyState title={t('common.notRatedYet')} text={t('ratingCharts.setAStar')} heading="h3" />
  const label = average
    ? t('ratingCharts.byCriterionAndAverage', {
        values: formatCriteria(values),
        average: formatCriteria(average.values),
      })
    : t('ratingCharts.byCriterion', { values: formatCriteria(values) })
  const shown = average ? [values, average.values] : [values]
  return (
    <div className={css.radar}>
      <ChartPicture label={label} viewBox={`${-halfWidth} -122 ${2 * halfWidth} 244`} className={css.svg}>
        <Web />
        {average && <polygon points={polygon(valuesInOrder(average.values))} className={css.average} />}
        <polygon points={polygon(valuesInOrder(values))} className={css.project} />
        {radarPoints(valuesInOrder(values), radius).map(({ x, y }, index) => (
          <circle key={index} cx={x} cy={y} r="4" className={css.dot} />
        ))}
        {criteria.map(({ key, label: name }, index) => (
          <AxisLabel key={key} index={index} name={name} value={values[key]} />
        ))}
      </ChartPicture>
      {average && (
        <p className={css.legend} aria-hidden="true">
          <span>{t('ratingCharts.thisProject')}</span>
          <span data-dashed>{t('ratingCharts.averageOfDay', { day: average.day })}</span>
        </p>
      )}
      {table && (
        <ViewAsTable
          caption={label}
          head={average ? [...head, t('ratingCharts.dayAverage')] : head}
          rows={criteria.map(({ key, label: name }) => [name, ...shown.map((of) => formatScore(of[key]))])}
        />
      )}
    </div>
  )
}

const Web = () => (
  <g className={css.web}>
    {[1, 2, 3, 4, 5].map((ring) => (
      <polygon key={ring} points={polygon(criteria.map(() => ring))} />
    ))}
    {criteria.map(({ key }, index) => {
      const { x, y } = axisPoint(index, criteria.length, radius)
      return <line key={key} x2={x} y2={y} />
    })}
  </g>
)

/** Labels lie outside the chart: centred at the top, left-aligned on the right, right-aligned on the left. */
function anchorOf(index: number) {
  const side = sideOf(index)
  if (side === 0) return 'middle'
  return side > 0 ? 'start' : 'end'
}

const AxisLabel = ({ index, name, value }: { index: number; name: string; value: number }) => {
  const { x, y } = axisPoint(index, criteria.length, radius + 13)
  const labelY = index === 0 ? y - 16 : y > 0 ? y + 10 : y
  return (
    <text x={x} y={labelY} textAnchor={anchorOf(index)} className={css.name}>
      {name}
      <tspan x={x} dy="15" className={css.value}>
        {formatScore(value)}
      </tspan>
    </text>
  )
}
