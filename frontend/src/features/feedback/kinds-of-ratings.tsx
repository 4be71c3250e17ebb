import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './feedback.module.css'

type Kinds = Pick<RatingsResponse, 'official' | 'community'>

/** The ratings by admins and those by participants, each with its average. */
export const KindsOfRatings = ({ official, community }: Kinds) => (
  <SectionCard title={t('feedback.officialAndCommunity')} padding="medium">
    <dl className={css.kinds}>
      <Kind label={t('feedback.official')} summary={official} />
      <Kind label={t('common.community')} summary={community} />
    </dl>
    <p className={css.note}>{t('feedback.whatCounts')}</p>
  </SectionCard>
)

const Kind = ({ label, summary }: { label: string; summary: Kinds['official'] }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {summary.ratingCount === 0 ? (
        t('feedback.noneYet')
      ) : (
        <StarRating value={summary.averageRating} count={summary.ratingCount} size={15} />
      )}
    </dd>
  </div>
)
