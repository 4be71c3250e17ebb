// The freeze of the leaderboard: what everybody sees, and the buttons that freeze and reveal.

import { useState } from 'react'
import { Snowflake } from 'lucide-react'
import { paths } from '../../shared/navigation/router.ts'
import { challengeTime } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay, revealStandings } from '../../shared/challenge/current-day.ts'
import { formatChallengeStart, formatChallengeTime } from '../../shared/format/format-challenge-time.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './challenge-card.module.css'

const FreezeDialog = lazyDialog(async () => (await import('./moment-dialogs.tsx')).FreezeDialog)

export const FreezeRow = () => {
  const { frozen, frozenAt, ended } = useCurrentDay()
  const [isOpen, setIsOpen] = useState(false)
  // A challenge that has ended cannot be frozen any more.
  if (ended && frozenAt === null) return null
  return (
    <div className={css.endRow}>
      <FreezeState />
      <Allowed to="run-challenge">
        {frozen ? (
          <div className={layout.cluster8}>
            <ConfirmedButton
              label={t('adminSettings.revealNow')}
              title={t('adminSettings.revealQuestion')}
              description={t('adminSettings.revealText')}
              failureText={t('adminSettings.revealFailed')}
              run={revealStandings}
            />
            <ButtonLink to={paths.admin.reveal} kind="primary">
              {t('common.openReveal')}
            </ButtonLink>
          </div>
        ) : (
          <Button icon={<Snowflake />} onClick={() => setIsOpen(true)}>
            {t(frozenAt === null ? 'adminSettings.freezeLeaderboard' : 'adminSettings.changeFreeze')}
          </Button>
        )}
      </Allowed>
      {/* The freeze may begin while the dialog is open. */}
      {isOpen && !frozen && <FreezeDialog onClose={() => setIsOpen(false)} />}
    </div>
  )
}

const FreezeState = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  const now = useServerNow(60_000)
  if (frozenAt === null) return <p className={words.soft}>{t('adminSettings.notFrozen')}</p>
  const time = challengeTime(frozenAt, timeZone)
  return (
    <p className={words.soft} role="status">
      {frozen
        ? t.rich('adminSettings.frozenState', { when: formatChallengeTime(frozenAt, timeZone, now), time })
        : t.rich('adminSettings.freezes', { when: formatChallengeStart(frozenAt, timeZone, now), time })}
    </p>
  )
}
