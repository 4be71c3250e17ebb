import { paths } from '../navigation/paths.ts'
import { useMay } from '../team/permissions.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { useOwnJudging } from './own-judging.ts'
import { t } from '../i18n/t.ts'

/** Asks the admin to rate the calibration projects first, and says how far they are. Nothing once all are rated. */
export const CalibrationBanner = ({ projectId }: { projectId?: string }) => {
  const { rated, total, next } = useOwnJudging(projectId)?.calibration ?? { rated: 0, total: 0, next: null }
  const mayRate = useMay('review-projects')
  if (next === null || !mayRate) return null
  return (
    <Banner
      kind="info"
      title={t('judging.calibrationFirst')}
      action={
        next !== projectId && (
          <ButtonLink to={paths.admin.rateProject(next)} size="small">
            {t('judging.openNext')}
          </ButtonLink>
        )
      }
    >
      {t('judging.calibrationProgress', { rated, total })}
    </Banner>
  )
}
