// How the reviewers rate: `ReviewersCard` compares all their ratings, `CalibrationCard` what each gave the calibration projects. A project is
// added to these where it is rated (`admin-rating`), and removed here.

import type { JudgingResponse, ReviewerFigures, CalibrationProject } from '@thirty/contracts/judging/api.ts'
import { maxCalibrationProjects } from '@thirty/contracts/judging/calibration.ts'
import { SectionCard, CountBadge } from '../../shared/ui/display/surfaces.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { PersonName, useNameOf } from '../../shared/people/people.tsx'
import { changeCalibration } from '../../shared/judging/judging-requests.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { formatDifference, formatStars, JudgingTable, type JudgingColumn } from './judging-table.tsx'
import { judgingData } from './judging-data.ts'
import { ProjectName } from './judged-projects.tsx'
import { t, formatNumber, formatList, formatScore } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

export const ReviewersCard = ({ judging: { reviewers, excluded } }: { judging: JudgingResponse }) => (
  <SectionCard id="judging-reviewers" title={t('adminJudging.reviewers')} className={css.card}>
    {reviewers.length < 2 && (
      <p className={css.text}>
        {t(reviewers.length === 0 ? 'adminJudging.reviewersNone' : 'adminJudging.reviewersOne')}
      </p>
    )}
    {reviewers.length > 0 && (
      <JudgingTable
        caption={t('adminJudging.reviewers')}
        columns={reviewerColumns}
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

/** The number of ratings with 1, 2, 3, 4 and 5 stars as small bars. Screen readers hear the numbers. */
const SparkBars = ({ counts }: { counts: readonly number[] }) => {
  const most = Math.max(1, ...counts)
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts
  const text = t('adminJudging.distributionText', { one, two, three, four, five })
  return (
    <span title={text}>
      <svg className={css.spark} viewBox="0 0 62 24" width="62" height="24" aria-hidden="true">
        {counts.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * 24)
          const bar = { x: index * 13, y: 24 - height, width: 10, height, rx: 1.5 }
          return <rect key={index} {...bar} data-empty={count === 0 || undefined} />
        })}
      </svg>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

const reviewerColumns: readonly JudgingColumn<ReviewerFigures>[] = [
  { header: t('adminJudging.reviewer'), cell: ({ reviewer }) => <PersonName person={reviewer} /> },
  { header: t('common.ratings'), figure: ({ ratings }) => formatNumber(ratings) },
  { header: t('adminJudging.mean'), figure: ({ mean }) => formatStars(mean) },
  { header: t('adminJudging.deviation'), figure: ({ deviation }) => formatStars(deviation) },
  { header: t('adminJudging.bias'), cell: ({ bias }) => <Bias bias={bias} /> },
  { header: t('adminJudging.outliers'), figure: ({ outliers }) => formatNumber(outliers) },
  { header: t('adminJudging.distribution'), cell: ({ distribution }) => <SparkBars counts={distribution} /> },
]

const removeColumn: JudgingColumn<CalibrationProject> = {
  header: t('common.remove'),
  cell: (project) => <RemoveButton {...project} />,
}

export const CalibrationCard = ({ judging }: { judging: JudgingResponse }) => {
  const { projects, reviewers } = judging.calibration
  const mayRemove = useMay('run-challenge')
  const nameOf = useNameOf()
  const unfinished = reviewers
    .filter(({ rated, total }) => rated < total)
    .map(({ reviewer, rated, total }) =>
      t('adminJudging.progressOf', { name: nameOf(reviewer), rated, total }),
    )
  const shown = reviewers.filter(
    ({ reviewer, total }) =>
      total > 0 ||
      projects.some(({ ratings }) => ratings?.some((rating) => rating.reviewer === reviewer._id)),
  )
  const columns: readonly JudgingColumn<CalibrationProject>[] = [
    { header: t('common.project'), cell: (project) => <ProjectName project={project} /> },
    { header: t('adminJudging.median'), figure: (project) => <Stars project={project} /> },
    ...shown.map(({ reviewer }) => ({
      header: nameOf(reviewer),
      figure: (project: CalibrationProject) => <Stars project={project} reviewer={reviewer._id} />,
    })),
    ...(mayRemove ? [removeColumn] : []),
  ]
  return (
    <SectionCard
      id="judging-calibration"
      title={t('adminJudging.calibration')}
      end={projects.length > 0 && <CountBadge count={projects.length} />}
      className={css.card}
    >
      <p className={css.text}>
        {t('adminJudging.calibrationText', { max: formatNumber(maxCalibrationProjects) })}
      </p>
      {projects.length === 0 ? (
        <p>{t('adminJudging.calibrationNone')}</p>
      ) : (
        <>
          <p role="status">
            {unfinished.length === 0
              ? t('adminJudging.allFinished')
              : t('adminJudging.notFinished', { names: formatList(unfinished) })}
          </p>
          <div
            className={css.scroll}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
            tabIndex={0}
            role="region"
            aria-label={t('adminJudging.calibrationRatings')}
          >
            <JudgingTable
              caption={t('adminJudging.calibrationRatings')}
              columns={columns}
              rows={projects}
              rowKey={({ projectId }) => projectId}
            />
          </div>
        </>
      )}
    </SectionCard>
  )
}

/** What a reviewer gave and the difference to the median, or the median. What the admin must not see yet is not missing. */
const Stars = ({ project, reviewer }: { project: CalibrationProject; reviewer?: string }) => {
  const { ratings, median } = project
  if (ratings === null) return <span className={css.quiet}>{t('adminJudging.blindShort')}</span>
  if (reviewer === undefined && median !== null) return <strong>{formatScore(median)}</strong>
  const average = ratings.find((rating) => rating.reviewer === reviewer)?.average
  if (average === undefined)
    return (
      <>
        <span aria-hidden="true">{t('common.notRated')}</span>
        <VisuallyHidden>{t('common.notRatedBadge')}</VisuallyHidden>
      </>
    )
  return (
    <>
      <span>{formatScore(average)}</span>
      {median !== null && average !== median && (
        <span className={css.quiet}> {formatDifference(average - median)}</span>
      )}
    </>
  )
}

const RemoveButton = ({ projectId, projectName }: CalibrationProject) => {
  const { button } = useToastedSubmit(t('adminJudging.removeFailed'))
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={t('adminJudging.removeOf', { project: projectName || t('common.project') })}
      {...button(() => judgingData.after(changeCalibration(projectId, false)))}
    >
      {t('common.remove')}
    </Button>
  )
}
