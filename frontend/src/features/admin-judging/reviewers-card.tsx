// How each reviewer rates, and how they differ from the others.

import type { JudgingResponse, ReviewerFigures } from '@thirty/contracts/judging/api.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { formatDifference, formatStars } from './format-stars.ts'
import { JudgingTable, type JudgingColumn } from './judging-table.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { PersonName } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

export const ReviewersCard = ({ judging: { reviewers, excluded } }: { judging: JudgingResponse }) => (
  <SectionCard id="judging-reviewers" title={t('adminJudging.reviewers')} className={css.card}>
    {reviewers.length === 0 && <p className={css.text}>{t('adminJudging.reviewersNone')}</p>}
    {reviewers.length === 1 && <p className={css.text}>{t('adminJudging.reviewersOne')}</p>}
    {reviewers.length > 0 && (
      <JudgingTable
        caption={t('adminJudging.reviewers')}
        columns={columns}
        rows={reviewers}
        rowKey={({ reviewer }) => reviewer._id}
      />
    )}
    {excluded.count > 0 && <p className={css.text}>{t('adminJudging.reviewersExcluded')}</p>}
  </SectionCard>
)

const Bias = ({ bias }: Pick<ReviewerFigures, 'bias'>) =>
  bias === null ? (
    <span className={css.quiet}>{t('adminJudging.biasNone')}</span>
  ) : (
    <>
      <strong>{formatDifference(bias.stars)}</strong>{' '}
      <span className={css.quiet}>{t('adminJudging.biasProjects', { count: bias.projects })}</span>
    </>
  )

const [barWidth, gap, height] = [10, 3, 24]

/** The number of ratings with 1, 2, 3, 4 and 5 stars as small bars. Screen readers hear the numbers. */
const SparkBars = ({ counts }: { counts: readonly number[] }) => {
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

const columns: readonly JudgingColumn<ReviewerFigures>[] = [
  {
    header: t('adminJudging.reviewer'),
    cell: ({ reviewer }) => (
      <span dir="auto">
        <PersonName person={reviewer} />
      </span>
    ),
  },
  { header: t('common.ratings'), isNumber: true, cell: ({ ratings }) => formatNumber(ratings) },
  { header: t('adminJudging.mean'), isNumber: true, cell: ({ mean }) => formatStars(mean) },
  { header: t('adminJudging.deviation'), isNumber: true, cell: ({ deviation }) => formatStars(deviation) },
  { header: t('adminJudging.bias'), cell: ({ bias }) => <Bias bias={bias} /> },
  { header: t('adminJudging.outliers'), isNumber: true, cell: ({ outliers }) => formatNumber(outliers) },
  { header: t('adminJudging.distribution'), cell: ({ distribution }) => <SparkBars counts={distribution} /> },
]
