import type { ShowcaseRow } from '@thirty/contracts/leaderboard/api.ts'
import { AvatarStack } from '../../../shared/ui/avatar/avatar.tsx'
import { useShowcase } from '../showcase.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './illustrations.module.css'

const noRows: readonly ShowcaseRow[] = []

/** The people at the top of the leaderboard, and an example of a question with its reply. */
export const CommunityIllustration = () => {
  const people = useShowcase()?.rows ?? noRows
  return (
    <div className={css.community} aria-hidden="true">
      {people.length > 0 && (
        <AvatarStack
          people={people.map(({ id, name, avatar }) => ({ id, name, image: avatar }))}
          maxCount={6}
          size={44}
        />
      )}
      <p className={css.said}>{t('landing.exampleQuestion')}</p>
      <p className={css.answered}>{t('landing.exampleReply')}</p>
    </div>
  )
}
