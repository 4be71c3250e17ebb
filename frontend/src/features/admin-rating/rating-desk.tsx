import { useState } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import type { SubmitRatingAnswer } from '@thirty/contracts/api/ratings.ts'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { Banner } from '../../shared/ui/banner.tsx'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { ProjectShown } from './project-shown.tsx'
import { RatingForm } from './rating-form.tsx'
import { RatingSubmitted } from './rating-submitted.tsx'
import css from './rating-desk.module.css'

/** The project left, its rating right; on a phone one after the other. */
export const RatingDesk = ({ project, back }: { project: ProjectCard; back: string }) => {
  const { userId = project.user._id } = useParams()
  const [submitted, setSubmitted] = useState<SubmitRatingAnswer>()
  return (
    <div className={css.desk}>
      <ButtonLink
        to={back}
        kind="quiet"
        size="small"
        className={css.back}
        icon={<ArrowLeft aria-hidden="true" />}
      >
        Back to Projects
      </ButtonLink>
      <ProjectShown project={project} />
      <Card as="aside" padding="none" className={css.rating} aria-label="Rating">
        {submitted && <RatingSubmitted average={submitted.average} userId={userId} />}
        {!submitted && project.status === 'rejected' && <Closed />}
        {!submitted && project.status !== 'rejected' && (
          <RatingForm projectId={project._id} onSubmitted={setSubmitted} />
        )}
      </Card>
    </div>
  )
}

const Closed = () => (
  <div className={css.closed}>
    <Banner kind="warning">Rejected projects take no ratings.</Banner>
  </div>
)
