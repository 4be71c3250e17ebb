// A small chart of one participant's rank without axes, for a tile that shows the current rank as text.

import { dayX, rankPath, rankY } from './rank-over-time.tsx'
import css from './rank-sparkline.module.css'

type RankSparklineProps = {
  /** From the first day to today. */
  ranks: readonly (number | null)[]
  /** Summarizes the chart in one sentence. */
  label: string
}

const plot = { left: 4, right: 148, top: 6, bottom: 44 }

export const RankSparkline = ({ ranks, label }: RankSparklineProps) => {
  const lowestRank = Math.max(2, ...ranks.map((rank) => rank ?? 1))
  const lastRank = ranks.at(-1)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 156 50"
      width="156"
      height="50"
      className={css.rankLine}
      data-picture
    >
      <path d={rankPath(ranks, lowestRank, plot)} />
      {typeof lastRank === 'number' && (
        <circle
          cx={dayX(ranks.length - 1, ranks.length, plot)}
          cy={rankY(lastRank, lowestRank, plot)}
          r="5"
        />
      )}
    </svg>
  )
}
