import css from './skip-link.module.css'

/** The first link on every page for keyboard users: skips the navigation. */
export const SkipLink = () => (
  <a href="#main" className={css.skip}>
    Skip to content
  </a>
)
