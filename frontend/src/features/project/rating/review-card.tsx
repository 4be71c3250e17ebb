import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './rating.module.css'

/** For admins, who rate on a separate screen: the ways there and to the ratings. */
export const ReviewCard = ({ project: { _id: id, status } }: { project: ProjectCard }) => (
  <Card as="aside" padding="large" className={css.card} aria-label={t('common.rating')}>
    <CardTitle>{t('project.ratingsOfProject')}</CardTitle>
    <div className={css.own}>
      {status !== 'rejected' && (
        <Allowed to="review-projects">
          <ButtonLink to={paths.admin.rateProject(id)} kind="primary" wide>
            {t('project.rateProject')}
          </ButtonLink>
        </Allowed>
      )}
      <ButtonLink to={paths.projectRatings(id)} wide>
        {t('common.viewFeedback')}
      </ButtonLink>
    </div>
  </Card>
)
