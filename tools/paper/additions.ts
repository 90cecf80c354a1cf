/** Sources of environments that the paper does not name. Those of policies are in their definitions. */

const OURS = 'Driftline';

export const ENVIRONMENT_SOURCES: Readonly<Record<string, string>> = {
  'lb-sda-bernoulli': 'Baudry, Russac and Cappé 2021',
  'lb-sda-gaussian': 'Baudry, Russac and Cappé 2021',
  correlated: OURS,
  autoregressive: 'Driftline, after the process of Liu, Van Roy and Xu 2023',
  seasonal: OURS,
  recurring: OURS,
  together: OURS,
  clicks: OURS,
  ramp: OURS,
  rotting: 'Driftline, after Levine, Crammer and Mannor 2017',
  'rotting-2': 'Seznec, Locatelli, Carpentier, Lazaric and Valko 2019',
  'rotting-10': 'Seznec, Locatelli, Carpentier, Lazaric and Valko 2019',
  rising: 'Driftline, after Metelli, Trovò, Pirola and Restelli 2022',
  'rising-15': 'Metelli, Trovò, Pirola and Restelli 2022',
  'rising-2': 'Metelli, Trovò, Pirola and Restelli 2022',
  linear: OURS,
  'linear-abrupt': 'Russac, Vernade and Cappé 2019',
  'linear-slow': 'Russac, Vernade and Cappé 2019',
  'linear-turn': 'Wang, Zhao and Zhou 2023',
  contexts: OURS,
  'contexts-jumps': OURS,
  'contexts-local': OURS,
  'contexts-useless': OURS,
};
