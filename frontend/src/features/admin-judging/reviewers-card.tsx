import type { JudgingResponse, ReviewerFigures } from '@thirty/contracts/api/admin/judging.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { formatDifference, formatStars } from './format-stars.ts'
import { JudgingTable, type JudgingColumn } from './judging-table.tsx'
import { SparkBars } from './spark-bars.tsx'
import { PersonName } from '../../shared/people/people.tsx'
import { t } from './messages/t.ts'
import css from './judging-screen.module.css'

/** How each reviewer rates, and how they differ from the others. */
export const ReviewersCard = ({ judging: { reviewers, excluded } }: { judging: JudgingResponse }) => (
  <Card as="section" padding="large" className={css.card} aria-labelledby="judging-reviewers">
    <CardTitle id="judging-reviewers">{t('reviewers')}</CardTitle>
    {reviewers.length === 0 && <p className={css.text}>{t('reviewersNone')}</p>}
    {reviewers.length === 1 && <p className={css.text}>{t('reviewersOne')}</p>}
    {reviewers.length > 0 && (
      <JudgingTable
        caption={t('reviewers')}
        columns={columns}
        rows={reviewers}
        rowKey={({ reviewer }) => reviewer._id}
      />
    )}
    {excluded.count > 0 && <p className={css.text}>{t('reviewersExcluded')}</p>}
  </Card>
)

const Bias = ({ bias }: Pick<ReviewerFigures, 'bias'>) =>
  bias === null ? (
    <span className={css.quiet}>{t('biasNone')}</span>
  ) : (
    <>
      <strong>{formatDifference(bias.stars)}</strong>{' '}
      <span className={css.quiet}>{t('biasProjects', { count: bias.projects })}</span>
    </>
  )

const columns: readonly [JudgingColumn<ReviewerFigures>, ...JudgingColumn<ReviewerFigures>[]] = [
  {
    header: t('reviewer'),
    cell: ({ reviewer }) => (
      <span dir="auto">
        <PersonName person={reviewer} />
      </span>
    ),
  },
  { header: t('ratings'), isNumber: true, cell: ({ ratings }) => formatNumber(ratings) },
  { header: t('mean'), isNumber: true, cell: ({ mean }) => formatStars(mean) },
  { header: t('deviation'), isNumber: true, cell: ({ deviation }) => formatStars(deviation) },
  { header: t('bias'), cell: ({ bias }) => <Bias bias={bias} /> },
  { header: t('outliers'), isNumber: true, cell: ({ outliers }) => formatNumber(outliers) },
  { header: t('distribution'), cell: ({ distribution }) => <SparkBars counts={distribution} /> },
]
