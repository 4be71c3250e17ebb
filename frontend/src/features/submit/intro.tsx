import type { ReactNode } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './submit.module.css'

/** The heading of the screen, and until when projects are accepted. */
export const Intro = ({ children }: { children?: ReactNode }) => {
  const wide = useWideLayout()
  const { endsAt, ended, timeZone } = useCurrentDay()
  return (
    <div className={css.intro}>
      <BackLink to={paths.dashboard} label={t('common.dashboard')} />
      <h1>{t('common.submitProjectNavigation')}</h1>
      {wide && !ended && <p>{t('submit.intro')}</p>}
      {!ended && endsAt && (
        <p className={css.end}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} forSubmissions />
        </p>
      )}
      {children}
    </div>
  )
}
