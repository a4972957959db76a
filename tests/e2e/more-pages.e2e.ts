import { describePages } from './page-views.ts';

describePages(1);
