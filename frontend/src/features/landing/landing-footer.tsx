import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import layout from '../../shared/styles/layout.module.css'
import { Logo } from '../../shared/ui/brand/brand-mark.tsx'
import { ThemeSwitch } from '../../shared/ui/controls/theme-switch.tsx'
import css from './landing-footer.module.css'

export const LandingFooter = () => (
  <footer data-field>
    <div className={`${layout.page} ${css.inside}`}>
      <Logo />
      <p>A 30-day coding challenge</p>
      <nav aria-label="Account" className={css.links}>
        <Link to={paths.logIn}>Log in</Link>
        <Link to={paths.signUpOnLogInPage}>Sign up</Link>
        <Link to={paths.forgotPassword}>Forgot password</Link>
        <Link to={paths.admin.home}>Admin</Link>
        <ThemeSwitch />
      </nav>
    </div>
  </footer>
)
