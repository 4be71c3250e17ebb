import { useState } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { ProjectDetails } from './project-details.tsx'
import { RatingForm } from './rating-form.tsx'
import { RatingSubmitted } from './rating-submitted.tsx'
import css from './rating-layout.module.css'

type RatingLayoutProps = { project: ProjectCard; ownRating: OwnRating | null; backPath: string }

/** The project on the left and its rating on the right; on phones the rating is below the project. */
export const RatingLayout = ({ project, ownRating, backPath }: RatingLayoutProps) => {
  const { userId = project.user._id } = useParams()
  const [submitted, setSubmitted] = useState<SubmitRatingResponse>()
  return (
    <div className={css.columns}>
      <ButtonLink
        to={backPath}
        kind="quiet"
        size="small"
        className={css.back}
        icon={<ArrowLeft aria-hidden="true" />}
      >
        Back to Projects
      </ButtonLink>
      <ProjectDetails project={project} />
      <Card as="aside" padding="none" className={css.rating} aria-label="Rating">
        {submitted && <RatingSubmitted average={submitted.average} userId={userId} />}
        {!submitted && project.status === 'rejected' && <NotRateable />}
        {!submitted && project.status !== 'rejected' && (
          <RatingForm projectId={project._id} ownRating={ownRating} onSubmitted={setSubmitted} />
        )}
      </Card>
    </div>
  )
}

const NotRateable = () => (
  <div className={css.closed}>
    <Banner kind="warning">Rejected projects can't be rated.</Banner>
  </div>
)
