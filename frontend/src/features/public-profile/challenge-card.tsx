// The thirty days, and the badges that they have earned.

import type { ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import { challengeBadges, type ChallengeBadge } from '@thirty/contracts/leaderboard/badges.ts'
import { CalendarCheck, Flame } from 'lucide-react'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './public-profile-screen.module.css'

type ChallengeCardProps = { name: string; days: ProfileStanding['days'] }

export const ChallengeCard = ({ name, days }: ChallengeCardProps) => {
  const wide = useWideLayout()
  return (
    <SectionCard title={t('publicProfile.thirtyDays')} className={layout.stack16}>
      <StandingStrip entry={{ name, days }} size={wide ? 'xl' : 'l'} />
      <StripLegend short />
      <ul className={layout.cluster8} aria-label={t('publicProfile.badges')}>
        {challengeBadges(days).map((badge) => (
          <Medal key={`${badge.kind} ${badge.days}`} badge={badge} />
        ))}
      </ul>
    </SectionCard>
  )
}

const Medal = ({ badge: { kind, days, reached, isEarned } }: { badge: ChallengeBadge }) => {
  const Icon = kind === 'streak' ? Flame : CalendarCheck
  return (
    <li className={css.badge} data-earned={isEarned || undefined}>
      <Icon aria-hidden="true" size={20} />
      <span>{formatBadge(kind, days)}</span>
      {isEarned ? (
        <VisuallyHidden>{t('publicProfile.earned')}</VisuallyHidden>
      ) : (
        <span className={css.progress}>{t('publicProfile.reachedOf', { reached, days })}</span>
      )}
    </li>
  )
}

function formatBadge(kind: ChallengeBadge['kind'], days: number): string {
  if (kind === 'streak') return t('publicProfile.streakBadge', { days })
  return days === 1 ? t('publicProfile.firstProject') : t('publicProfile.daysBadge', { days })
}
