import css from './skip-link.module.css'

/** First stop of the keyboard on every page: past the navigation, to what the page is about. */
export const SkipLink = () => (
  <a href="#main" className={css.skip}>
    Skip to content
  </a>
)
