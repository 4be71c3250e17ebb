import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

const [barWidth, gap, height] = [10, 3, 24]

/** The number of ratings with 1, 2, 3, 4 and 5 stars as small bars. Screen readers hear the numbers. */
export const SparkBars = ({ counts }: { counts: readonly number[] }) => {
  const most = Math.max(1, ...counts)
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts
  const text = t('adminJudging.distributionText', { one, two, three, four, five })
  return (
    <span title={text}>
      <svg
        className={css.spark}
        viewBox={`0 0 ${counts.length * (barWidth + gap) - gap} ${height}`}
        width={counts.length * (barWidth + gap) - gap}
        height={height}
        aria-hidden="true"
      >
        {counts.map((count, index) => {
          const bar = count === 0 ? 1 : Math.max(3, (count / most) * height)
          return (
            <rect
              key={index}
              x={index * (barWidth + gap)}
              y={height - bar}
              width={barWidth}
              height={bar}
              rx="1.5"
              data-empty={count === 0 || undefined}
            />
          )
        })}
      </svg>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
