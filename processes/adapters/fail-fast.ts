/**
 * What `work` answers, unless `condition` breaks first: then its error, at once. A log that cannot be used ends the start
 * with its sentence, also while Redis is still waited for.
 */
export const failFast = <Done>(condition: Promise<unknown>, work: Promise<Done>): Promise<Done> =>
  Promise.race([work, condition.then(() => work)])
