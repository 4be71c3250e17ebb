import { difficultyLevel } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { t } from '../../i18n/t.ts'
import css from './difficulty.module.css'

const labels = {
  Beginner: t('ui.beginner'),
  Intermediate: t('ui.intermediate'),
  Advanced: t('ui.advanced'),
}

/** The difficulty of a day: three rising slashes, of which as many are filled as the level says, and the label. */
export const Difficulty = ({ level }: { level: keyof typeof labels }) => {
  const filled = difficultyLevel(level)
  return (
    <span className={css.difficulty}>
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" data-picture>
        <g transform="translate(0.5 13) skewX(-14)">
          {[5, 8.5, 12].map((height, index) => (
            <rect
              key={height}
              x={index * 5.6}
              y={-height}
              width="4"
              height={height}
              rx="0.8"
              className={index < filled ? css.filled : css.empty}
            />
          ))}
        </g>
      </svg>
      <span>{labels[level]}</span>
    </span>
  )
}
