// The end of the landing page: an invitation to join.

import { ArrowRight } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import { t } from '../../shared/i18n/t.ts'
import css from './join-banner.module.css'

export const JoinBanner = () => (
  <section className={css.band}>
    <svg
      viewBox="0 0 560 280"
      className={css.bars}
      aria-hidden="true"
      preserveAspectRatio="xMaxYMax meet"
      data-picture
    >
      <g transform="translate(0 280) skewX(-14)">
        {[150, 220, 110, 200, 290].map((height, index) => (
          <rect key={height} x={index * 112 - 20} y={-height} width="84" height={height + 10} rx="10" />
        ))}
      </g>
    </svg>
    <div className={`${frames.page} ${css.inside}`}>
      <h2>{t.rich('landing.joinAnyDay', { br: () => <br /> })}</h2>
      <div className={layout.cluster12}>
        <Link to={paths.signUpOnLogInPage} className={css.join}>
          {t('common.joinTheChallenge')}
          <ArrowRight size={18} />
        </Link>
        <Link to={paths.logIn} className={css.logIn}>
          {t('common.logIn')}
        </Link>
      </div>
    </div>
  </section>
)
