import { describePages } from './parts/page-views.ts';

describePages(0);
