import { t } from '../../i18n/t.ts'
import css from './page-loader.module.css'

/** An animated mark in the centre while the whole page loads. */
export const PageLoader = ({ text = t('ui.checkingSession') }: { text?: string }) => (
  <div role="status" className={css.loader}>
    <svg viewBox="0 0 100 100" width="56" height="56" aria-hidden="true" data-picture>
      <g transform="translate(3 98) skewX(-14)">
        <rect x="0" y="-60" width="24" height="60" rx="5" />
        <rect x="33" y="-96" width="24" height="96" rx="5" className={css.first} />
        <rect x="66" y="-40" width="24" height="40" rx="5" />
      </g>
    </svg>
    {text}
  </div>
)
