import { House, Menu, Plus, Target, Trophy } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import css from './tab-bar.module.css'

/** The navigation at the bottom of a phone screen. "More" opens the remaining items. */
export const TabBar = ({ onMore }: { onMore: () => void }) => (
  <nav aria-label="Main" className={css.bar}>
    <Tab to={paths.dashboard} label="Home" icon={<House />} />
    <Tab to={paths.dailyChallenge} label="Today" icon={<Target />} />
    <Link to={paths.submitProject} className={css.submit} aria-label="Submit project">
      <Plus aria-hidden="true" />
    </Link>
    <Tab to={paths.leaderboard} label="Board" icon={<Trophy />} />
    <button type="button" className={css.tab} aria-haspopup="dialog" onClick={onMore}>
      <Menu aria-hidden="true" />
      <span className={css.label}>More</span>
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
