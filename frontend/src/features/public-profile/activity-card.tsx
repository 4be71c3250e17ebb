import type { FeedItem } from '@thirty/contracts/api/community/community.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { formatActivity } from '../../shared/people/format-activity.ts'
import { ProjectLink } from '../../shared/projects/project-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import css from './public-profile-screen.module.css'

/** What the user did last, newest first. */
export const ActivityCard = ({ activities }: { activities: readonly FeedItem[] }) => (
  <Card as="section" padding="large" className={css.card}>
    <CardTitle>Recent activity</CardTitle>
    {activities.length === 0 ? (
      <p className={css.none}>Nothing among the latest activities of the community.</p>
    ) : (
      <ol className={css.activities} aria-label="Recent activity">
        {activities.map((item) => (
          <li key={item.position} className={css.activity}>
            <p>
              <span className={css.what}>{formatActivity(item)}</span> {subject(item)}
            </p>
            <Time at={item.at} />
          </li>
        ))}
      </ol>
    )}
  </Card>
)

/** Returns a link to what an activity is about. */
function subject(item: FeedItem): ReactNode {
  if ('project' in item)
    return (
      <ProjectLink projectId={item.project.id} dir="auto">
        {item.project.title}
      </ProjectLink>
    )
  if ('discussion' in item)
    return (
      <Link to={paths.discussion(item.discussion.id)} dir="auto">
        {item.discussion.title}
      </Link>
    )
  return null
}
