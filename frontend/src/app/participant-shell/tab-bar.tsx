import { House, Menu, Plus, Target, Trophy } from 'lucide-react'
import { Link, useLocation } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { screens } from '../../shared/navigation/screens.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './tab-bar.module.css'

/** The navigation at the bottom of a phone screen. "More" opens the remaining items. */
export const TabBar = ({ onMore }: { onMore: () => void }) => (
  <nav aria-label={t('app.main')} className={css.bar}>
    <Tab to={paths.dashboard} label={t('app.home')} icon={<House />} />
    <Tab to={paths.dailyChallenge} label={t('common.today')} icon={<Target />} />
    <Link to={paths.submitProject} className={css.submit} aria-label={screens.submitProject.title}>
      <Plus />
    </Link>
    <Tab to={paths.leaderboard} label={t('app.board')} icon={<Trophy />} />
    <button type="button" className={css.tab} aria-haspopup="dialog" onClick={onMore}>
      <Menu />
      <span className={css.label}>{t('common.more')}</span>
    </button>
  </nav>
)

const Tab = ({ to, label, icon }: { to: string; label: string; icon: React.ReactNode }) => {
  const { pathname } = useLocation()
  return (
    <Link to={to} className={css.tab} aria-current={pathname === to ? 'page' : undefined}>
      <span aria-hidden="true">{icon}</span>
      <span className={css.label}>{label}</span>
    </Link>
  )
}
