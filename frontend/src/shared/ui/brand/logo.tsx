// The logo of the product: its mark alone, the mark with the name, and the mark that moves while a page loads.

import { t } from '../../i18n/t.ts'
import css from './logo.module.css'
import loading from './page-loader.module.css'

/** The mark of the product: a podium of three bars, the second, first and third place. `size` in px. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true" className={css.mark} data-picture>
    <g transform="translate(3 98) skewX(-14)">
      <rect x="0" y="-60" width="24" height="60" rx="5" />
      <rect x="33" y="-96" width="24" height="96" rx="5" className={css.first} />
      <rect x="66" y="-40" width="24" height="40" rx="5" />
    </g>
  </svg>
)

/** The mark with the product name. */
export const Logo = () => (
  <span className={css.logo}>
    <BrandMark />
    Thirty
  </span>
)

/** The mark in the centre while the whole page loads. */
export const PageLoader = ({ text = t('ui.checkingSession') }: { text?: string }) => (
  <div role="status" className={loading.loader}>
    <BrandMark size={56} />
    {text}
  </div>
)
