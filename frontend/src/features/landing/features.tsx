import type { ReactNode } from 'react'
import layout from '../../shared/styles/layout.module.css'
import { CommunityPicture } from './pictures/community-picture.tsx'
import { DocumentationPicture } from './pictures/documentation-picture.tsx'
import { RatingPicture } from './pictures/rating-picture.tsx'
import { RoutePicture } from './pictures/route-picture.tsx'
import { SubmissionPicture } from './pictures/submission-picture.tsx'
import { ThemesPicture } from './pictures/themes-picture.tsx'
import css from './features.module.css'

export const Features = () => (
  <section id="features" className={`${layout.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>
        Everything a <br />
        daily habit needs
      </h2>
      <p>
        One brief a day, one place to hand it in, and a score you can learn from. Here is what you get when
        you join.
      </p>
    </div>
    <ul className={css.grid}>
      <Feature title="Challenge overview" picture={<RoutePicture />}>
        See the whole route: thirty fixed briefs, easy days and hard days, where you are and what is left.
      </Feature>
      <Feature title="Submission platform" picture={<SubmissionPicture />}>
        A live link, a repository and one screenshot. Hand in once a day; your project is reviewed and then
        scored.
      </Feature>
      <Feature title="Rating system" picture={<RatingPicture />}>
        Challenge admins score every project on creativity, functionality, code quality and theme adherence,
        and write down what to try next.
      </Feature>
      <Feature title="Daily themes" picture={<ThemesPicture />}>
        A new theme every day with a clear list of requirements, from a profile card on day 1 to a portfolio
        on day 30.
      </Feature>
      <Feature title="Community interaction" picture={<CommunityPicture />}>
        Follow what others ship, read the discussions and learn from projects you would never have thought of.
      </Feature>
      <Feature title="Documentation" picture={<DocumentationPicture />}>
        Guides and a library of developer resources by topic, ready to bookmark for the day you need them.
      </Feature>
    </ul>
  </section>
)

const Feature = ({
  title,
  picture,
  children,
}: {
  title: string
  picture: ReactNode
  children: ReactNode
}) => (
  <li className={css.card}>
    <div className={css.picture}>{picture}</div>
    <div className={css.words}>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  </li>
)
