export const RateProjectScreen = () => <h1 tabIndex={-1}>Rate Project</h1>
