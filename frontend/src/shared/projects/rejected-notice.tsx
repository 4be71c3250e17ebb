import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../challenge/current-day.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { t } from './messages/t.ts'

type RejectedNoticeProps = {
  project: Pick<ProjectCard, 'day' | 'projectName' | 'rejectionReason'>
  /** Omits the link to the form, for the form itself. */
  linkHidden?: boolean
}

/** Why a project was rejected, and the way to a better version of it. */
export const RejectedNotice = ({
  project: { day, projectName, rejectionReason },
  linkHidden = false,
}: RejectedNoticeProps) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <Banner
      kind="danger"
      title={t('wasRejected', { day, project: projectName })}
      action={
        !linkHidden &&
        !ended && (
          <ButtonLink to={paths.submitProjectForDay(day)} size="small">
            {t('reviseDay', { day })}
          </ButtonLink>
        )
      }
    >
      {rejectionReason ? t('reason', { reason: rejectionReason }) : t('noReason')}
    </Banner>
  )
}
