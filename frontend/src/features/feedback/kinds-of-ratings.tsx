import type { RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import css from './feedback.module.css'

type Kinds = Pick<RatingsResponse, 'official' | 'community'>

/** The ratings by admins and those by participants, each with its average. */
export const KindsOfRatings = ({ official, community }: Kinds) => (
  <Card as="section">
    <CardTitle>Official and community</CardTitle>
    <dl className={css.kinds}>
      <Kind label="Official" summary={official} />
      <Kind label="Community" summary={community} />
    </dl>
    <p className={css.note}>Official ratings are by admins. Only they count on the leaderboard.</p>
  </Card>
)

const Kind = ({ label, summary }: { label: string; summary: Kinds['official'] }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {summary.ratingCount === 0 ? (
        'None yet'
      ) : (
        <StarRating value={summary.averageRating} count={summary.ratingCount} size={15} />
      )}
    </dd>
  </div>
)
