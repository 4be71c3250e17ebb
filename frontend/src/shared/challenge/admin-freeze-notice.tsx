// Tells admins that participants see other standings than they do. Nothing while the leaderboard is not frozen.

import { paths } from '../navigation/router.ts'
import { Allowed } from '../team/permissions.tsx'
import { ButtonLink } from '../ui/controls/button.tsx'
import { Banner } from '../ui/display/surfaces.tsx'
import { useServerNow, formatChallengeTime } from '../ui/display/time.tsx'
import { challengeTime } from './challenge-time.tsx'
import { useCurrentDay } from './current-day.ts'
import { t } from '../i18n/t.ts'

export const AdminFreezeNotice = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  const now = useServerNow(60_000)
  if (!frozen || frozenAt === null) return null
  return (
    <Banner
      kind="info"
      live
      action={
        <Allowed to="run-challenge">
          <ButtonLink to={paths.admin.reveal} size="small">
            {t('common.openReveal')}
          </ButtonLink>
        </Allowed>
      }
    >
      {t.rich('challenge.frozenForParticipants', {
        when: formatChallengeTime(frozenAt, timeZone, now),
        time: challengeTime(frozenAt, timeZone),
      })}
    </Banner>
  )
}
