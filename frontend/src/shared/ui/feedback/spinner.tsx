import css from './spinner.module.css'

/** Hidden from screen readers: the text beside it says what is pending. */
export const Spinner = () => (
  <svg className={css.spinner} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d="M8 1.5A6.5 6.5 0 1 0 14.5 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  </svg>
)
